import { expect, it } from 'vitest';
import { NOON, send, useSimulator } from './harness.ts';
import { useReceiver } from './receiver.ts';

/** What tests and the page move the service with. */

const { assessmentId, configure, control, post, simulator, statusOf } = useSimulator();
const receiver = useReceiver();

it('control over HTTP refuses settings that do not exist', async () => {
	const configureOverHttp = async (settings: string) => {
		const url = `${simulator().baseHost}/_simulator/configure`;
		return (await send('POST', url, { 'content-type': 'application/json' }, settings)).status;
	};
	for (const settings of ['{"retryAftr":"none"}', '{"retryAfter":"soon"}', '{"latency":{"minMs":1}}']) {
		expect([settings, await configureOverHttp(settings)]).toEqual([settings, 400]);
	}
	expect(await configureOverHttp('{"retryAfter":"seconds"}')).toBe(200);
	expect((await control().state()).settings.retryAfter).toBe('seconds');
});

it('a reset brings back data, settings, clock, logs and faults, and issues no key twice', async () => {
	await control().reset();
	const before = await control().state();
	await post('/groups', { name: 'Ny gruppe' });
	await control().registerWebhook({ url: receiver.url });
	await control().sendExample();
	await control().inject({ fault: { kind: 'latency', minMs: 0, maxMs: 0 } });
	await configure({ limits: { perSecond: 1, per20Minutes: 1 }, listOrder: 'random' });
	await control().setClock({ advanceMs: 500 });
	expect((await control().state()).now).toBe(NOON + 500);
	const { apiKey } = await control().generateKey();
	expect([await statusOf('GET', '/groups', { apiKey }), await statusOf('GET', '/groups')]).toEqual([200, 429]);
	await control().clearLimits();
	await control().revokeKey({ apiKey });
	expect([await statusOf('GET', '/groups', { apiKey }), await statusOf('GET', '/groups')]).toEqual([401, 200]);
	await control().reset();
	expect(await control().state()).toEqual(before);
	expect([await control().requests(), await control().faults(), await control().deliveries()]).toEqual([[], [], []]);
	expect((await control().generateKey()).apiKey).not.toBe(apiKey);
	await control().reset({ empty: true });
	expect((await control().state()).userCount).toBe(1);
});

it('many users are added with reports that are spread over a time', async () => {
	await control().reset({ empty: true });
	await control().addUsers({ count: 10, completedFrom: Date.UTC(2026, 2, 1, 12), completedTo: NOON });
	const body = { completedOnOrAfter: '2026-03-01T12:00:00Z', completedOnOrBefore: '2026-03-05T23:59:59Z' };
	expect(await post('/scores', body)).toMatchObject({ userScores: Array(5).fill({}) });
});

it.each([
	['thisMachine', 1],
	['never', 0],
] as const)('people who finish visit their returnUrl (%s) %i times', async (visitReturnUrl, visits) => {
	await configure({ visitReturnUrl });
	const body = { assessmentId: await assessmentId(0), uniqueIdentifier: 'R', returnUrl: receiver.url };
	const { userAssessmentId } = await post<{ userAssessmentId: string }>('/assign', body);
	await control().finish({ userAssessmentId });
	await control().score({ userAssessmentId });
	await control().idle();
	expect(receiver.received.map(({ method }) => method)).toEqual(Array<string>(visits).fill('GET'));
});
