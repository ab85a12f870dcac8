import { describe, expect, it } from 'vitest';
import type { User } from '../../../simulator/index.ts';
import { useReceiver } from './receiver.ts';
import { useSimulator, type Reply } from './harness.ts';

/** What the deprecated version lacks (specification: Versions). */

const service = useSimulator();
const receiver = useReceiver();

describe.each(['beta', '2020q1'])('%s', (version) => {
	const call = async (method: string, path: string, body?: unknown): Promise<Reply> =>
		await service().call(method, path, { version, ...(body === undefined ? {} : { body }) });

	it('has no /assignments, response-text or certificate; users carry three fields, reports lack two', async () => {
		const body = { uniqueIdentifier: 'EMP-001' };
		const current = (await service().call('POST', '/score', { body })).json as User;
		const user = (await call('POST', '/score', body)).json as User;
		expect(Object.keys(user)).toEqual(['userId', 'uniqueIdentifier', 'scoreReports']);
		const [spoken, written] = current.scoreReports;
		const { writingOpenResponses, certificateUrl, ...common } = spoken ?? {};
		expect(Object.keys(user.scoreReports[0] ?? {})).toEqual(Object.keys(common));
		expect([
			writingOpenResponses,
			(await call('POST', '/assignments', { assignedOnOrAfter: '2020-01-01' })).status,
		]).toEqual([[], 404]);
		for (const link of [certificateUrl, written?.writingOpenResponses?.[0]?.responseTextUrl]) {
			const path = link?.replace('2020q3', '') ?? '';
			expect([(await service().call('GET', path)).status, (await call('GET', path)).status]).toEqual([200, 404]);
		}
		const link = user.scoreReports[0]?.openResponses[0]?.responseAudioUrl ?? '';
		expect(link).toMatch(/^2020q1\/response-audio\//);
		expect((await call('GET', link.replace('2020q1', ''))).status).toBe(200);
	});

	it.each([
		['ignored', [200, 5]],
		['applied', [200, 0]],
		['rejected', [400, undefined]],
	] as const)('completed* filters are %s', async (deprecatedCompletedFilters, expected) => {
		await service().simulator.control.configure({ deprecatedCompletedFilters });
		const { status, json } = await call('POST', '/scores', { completedOnOrAfter: '2100-01-01' });
		expect([status, (json as { userScores?: unknown[] }).userScores?.length]).toEqual(expected);
		expect((await call('POST', '/scores', {})).status).toBe(200);
	});

	it('POST /webhook answers 200 without a body; events are unsigned and carry the version’s user', async () => {
		const { control } = service().simulator;
		const registered = await call('POST', '/webhook', { url: receiver.url });
		expect([registered.status, registered.text]).toEqual([200, '']);
		const { userId, scoreReports } = await control.user({ uniqueIdentifier: 'EMP-002' });
		await control.score({ userAssessmentId: scoreReports[0]?.userAssessmentId ?? '' });
		await control.idle();
		const [event] = receiver.received;
		expect(Object.keys(event?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
		const { data } = JSON.parse(event?.body ?? '') as { data: User };
		expect(data).toEqual({ userId, uniqueIdentifier: 'EMP-002', scoreReports: [expect.any(Object)] });
		expect(data.scoreReports[0]).not.toHaveProperty('certificateUrl');
	});
});
