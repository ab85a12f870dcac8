import { expect, it } from 'vitest';
import type { User } from '../../../simulator/index.ts';
import { useReceiver } from './receiver.ts';
import { useSimulator } from './harness.ts';

/** The parts that the deprecated version doesn't have (specification: Versions). silences.test.ts covers its filters. */

const { call, control, post, statusOf } = useSimulator();
const receiver = useReceiver();

it.each(['beta', '2020q1'])(
	"%s doesn't have some endpoints, some fields of users and reports, or signed events",
	async (version) => {
		const body = { uniqueIdentifier: 'EMP-001' };
		const [spoken, written] = (await post<User>('/score', body)).scoreReports;
		const user = (await call('POST', '/score', { version, body })).json as User;
		expect(Object.keys(user)).toEqual(['userId', 'uniqueIdentifier', 'scoreReports']);
		const { writingOpenResponses, certificateUrl, ...common } = spoken ?? {};
		expect(writingOpenResponses).toEqual([]);
		expect(Object.keys(user.scoreReports[0] ?? {})).toEqual(Object.keys(common));
		expect(await statusOf('POST', '/assignments', { version, body: { assignedOnOrAfter: '2020-01-01' } })).toBe(404);
		for (const link of [certificateUrl, written?.writingOpenResponses?.[0]?.responseTextUrl]) {
			const path = link?.replace('2020q3', '') ?? '';
			expect([await statusOf('GET', path), await statusOf('GET', path, { version })]).toEqual([200, 404]);
		}
		const link = user.scoreReports[0]?.openResponses[0]?.responseAudioUrl ?? '';
		expect(link).toMatch(/^2020q1\/response-audio\//);
		expect(await statusOf('GET', link.replace('2020q1', ''), { version })).toBe(200);

		const registered = await call('POST', '/webhook', { version, body: { url: receiver.url } });
		expect([registered.status, registered.text]).toEqual([200, '']);
		await control().score({ userAssessmentId: spoken?.userAssessmentId ?? '' });
		await control().idle();
		const [event] = receiver.received;
		expect(Object.keys(event?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
		const { data } = JSON.parse(event?.body ?? '') as { data: User };
		expect(Object.keys(data)).toEqual(Object.keys(user));
		expect(Object.keys(data.scoreReports[0] ?? {})).toEqual(Object.keys(common));
	},
);
