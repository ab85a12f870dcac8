import { describe, expect, it } from 'vitest';
import { useReceiver } from './receiver.ts';
import { useSimulator, type Reply } from './harness.ts';

/** What the deprecated version lacks (specification, Versioning item 4). */

const service = useSimulator();
const receiver = useReceiver();

interface DeprecatedUser {
	scoreReports: Array<{ openResponses: Array<{ responseAudioUrl: string }> }>;
}

describe.each(['beta', '2020q1'])('%s', (version) => {
	const call = async (method: string, path: string, body?: unknown): Promise<Reply> =>
		await service().call(method, path, { version, ...(body === undefined ? {} : { body }) });

	it('has no /assignments, response-text or certificate', async () => {
		const { control } = service().simulator;
		const { scoreReports } = await control.user({ uniqueIdentifier: 'EMP-001' });
		const certificate = scoreReports[0]?.certificateUrl?.replace('2020q3', '') ?? '';
		const text = scoreReports[1]?.writingOpenResponses?.[0]?.responseTextUrl.replace('2020q3', '') ?? '';
		expect((await service().call('GET', certificate)).status).toBe(200);
		expect((await service().call('GET', text)).status).toBe(200);
		expect((await call('GET', certificate)).status).toBe(404);
		expect((await call('GET', text)).status).toBe(404);
		expect((await call('POST', '/assignments', { assignedOnOrAfter: '2020-01-01' })).status).toBe(404);
	});

	it('users carry three fields, reports lack two, and their links use 2020q1', async () => {
		const { json } = await call('POST', '/score', { uniqueIdentifier: 'EMP-001' });
		expect(Object.keys(json as object)).toEqual(['userId', 'uniqueIdentifier', 'scoreReports']);
		const { scoreReports } = json as DeprecatedUser;
		const current = await service().call('POST', '/score', { body: { uniqueIdentifier: 'EMP-001' } });
		const fields = Object.keys((current.json as DeprecatedUser).scoreReports[0] ?? {});
		expect(Object.keys(scoreReports[0] ?? {})).toEqual(
			fields.filter((field) => field !== 'writingOpenResponses' && field !== 'certificateUrl'),
		);
		const link = scoreReports[0]?.openResponses[0]?.responseAudioUrl ?? '';
		expect(link).toMatch(/^2020q1\/response-audio\//);
		const { get, simulator } = service();
		const file = await get(`${simulator.baseHost}/${link}`, { authorization: `Bearer ${simulator.apiKey}` });
		expect([file.status, file.headers['content-type']]).toEqual([200, 'audio/wav']);
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
		const { simulator } = service();
		const registered = await call('POST', '/webhook', { url: receiver.url });
		expect([registered.status, registered.text]).toEqual([200, '']);
		expect((await call('GET', '/webhook')).json).toMatchObject({ url: receiver.url });
		const { userId, scoreReports } = await simulator.control.user({ uniqueIdentifier: 'EMP-002' });
		await simulator.control.score({ userAssessmentId: scoreReports[0]?.userAssessmentId ?? '' });
		await simulator.control.idle();
		const [event] = receiver.received;
		expect(Object.keys(event?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
		expect(JSON.parse(event?.body.toString() ?? '')).toEqual({
			event: 'user-assessment-scored',
			data: {
				userId,
				uniqueIdentifier: 'EMP-002',
				scoreReports: [expect.not.objectContaining({ certificateUrl: expect.anything() as unknown })],
			},
		});
		expect((await call('DELETE', '/webhook')).status).toBe(204);
		expect((await service().call('GET', '/webhook')).status).toBe(204);
	});
});
