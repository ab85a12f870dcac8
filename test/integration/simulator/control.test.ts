import { expect, it } from 'vitest';
import type { SimulatorControl, Step, UserPage } from '../../../simulator/index.ts';
import { NOON, send, useSimulator } from './harness.ts';
import { useReceiver } from './receiver.ts';

/** What tests and the page move the service with. */

const service = useSimulator();
const receiver = useReceiver();

it('does over HTTP what it does in the process, and refuses settings that there are not', async () => {
	const { baseHost, control } = service().simulator;
	const post = async (method: string, body: string) =>
		await send('POST', `${baseHost}/_simulator/${method}`, { 'content-type': 'application/json' }, body);
	await post('addUser', '{"email":"ny@example.com","givenName":"Ny"}');
	const user = await control.user({ emailAddress: 'NY@example.com' });
	expect((await post('user', '{"emailAddress":"ny@example.com"}')).json).toEqual(user);
	expect(await post('user', '{"userId":"x"}')).toMatchObject({ status: 404, json: { error: 'No such user' } });
	expect((await post('webhook', '')).status).toBe(204);
	expect((await post('nothing', '{}')).status).toBe(404);
	for (const settings of ['{"retryAftr":"none"}', '{"retryAfter":"soon"}', '{"latency":{"minMs":1}}', '[]']) {
		expect([settings, (await post('configure', settings)).status]).toEqual([settings, 400]);
	}
	expect((await post('configure', '{"retryAfter":"seconds"}')).json).toMatchObject({ retryAfter: 'seconds' });
});

it('resets data, settings, clock, logs and faults, but for the keys given out', async () => {
	const { call, simulator } = service();
	const { control } = simulator;
	const before = await control.state();
	await call('POST', '/groups', { body: { name: 'Ny gruppe' } });
	await control.addAssessment({ name: 'Ny prøve', kind: 'writing' });
	await control.registerWebhook({ url: receiver.url });
	await control.sendExample();
	await control.inject({ fault: { kind: 'latency', minMs: 0, maxMs: 0 } });
	await control.configure({ limits: { perSecond: 1, per20Minutes: 1 }, listOrder: 'random' });
	await control.setClock({ advanceMs: 500 });
	expect((await control.state()).now).toBe(NOON + 500);
	const { apiKey } = await control.generateKey();
	expect((await call('GET', '/groups', { apiKey })).status).toBe(200);
	expect((await call('GET', '/groups')).status).toBe(429);
	await control.clearLimits();
	await control.revokeKey({ apiKey });
	expect([(await call('GET', '/groups', { apiKey })).status, (await call('GET', '/groups')).status]).toEqual([
		401, 200,
	]);
	await control.reset();
	expect(await control.state()).toEqual(before);
	expect([await control.requests(), await control.faults(), await control.deliveries()]).toEqual([[], [], []]);
	expect((await control.generateKey()).apiKey).not.toBe(apiKey);
	await control.reset({ empty: true });
	expect((await control.state()).userCount).toBe(1);
});

it('adds many users with a report in any status, spread over a time', async () => {
	const { call, simulator } = service();
	const { control } = simulator;
	await control.reset({ empty: true });
	await control.addUsers({ count: 10, completedFrom: Date.UTC(2026, 2, 1, 12), completedTo: NOON });
	const body = { completedOnOrAfter: '2026-03-01T12:00:00Z', completedOnOrBefore: '2026-03-05T23:59:59Z' };
	expect((await call('POST', '/scores', { body })).json).toMatchObject({ userScores: Array(5).fill({}) });
	for (const status of ['NotStarted', 'InProgress', 'ScorePending', 'NeedsReview', 'Completed'] as const) {
		const { userIds } = await control.addUsers({ count: 1, status });
		expect((await control.user({ userId: userIds[0] })).scoreReports).toMatchObject([{ status }]);
	}
});

/** Somebody who began at NOON - 9000. */
async function underWay(place: number): Promise<Step> {
	const { control } = service().simulator;
	const { userId } = await control.addUser({});
	const { userAssessmentId } = await control.assign({ userId, assessmentId: await service().assessmentId(place) });
	await control.start({ userAssessmentId, at: NOON - 9000 });
	return { userAssessmentId };
}

it.each<[string, (control: SimulatorControl, tenPoint: Step, thousandPoint: Step) => Promise<unknown>]>([
	['No such user', (control) => control.user({ uniqueIdentifier: 'nobody' })],
	['No user assessment', (control) => control.start({ userAssessmentId: 'x' })],
	['No delivery', (control) => control.redeliver({ deliveryId: 9_999 })],
	['No such API key', (control) => control.revokeKey({ apiKey: 'x' })],
	['No group', (control) => control.addUser({ groupIds: ['x'] })],
	['No assessment', (control) => control.addUsers({ count: 1, assessmentId: 'x' })],
	['99 is no score of TenPoint', (control, step) => control.score({ ...step, score: 99 })],
	['7.25 is no score of TenPoint', (control, step) => control.score({ ...step, score: 7.25 })],
	['700.5 is no score of ThousandPoint', (control, _, step) => control.score({ ...step, score: 700.5 })],
	['-1 is no score of ThousandPoint', (control, _, step) => control.score({ ...step, score: -1 })],
	['end before its start', (control, step) => control.finish({ ...step, at: NOON - 9001 })],
])('refuses with "%s", and changes nothing', async (message, action) => {
	const { control } = service().simulator;
	const steps = [await underWay(0), await underWay(4)] as const;
	const before = await control.users();
	await expect(action(control, ...steps)).rejects.toThrow(message);
	expect(await control.users()).toEqual(before);
});

it.each<[string, UserPage, string]>([
	['all, in the order of creation', {}, 'Ada Amy Ben Cem Dia Eva'],
	['the newest assignment first, then the newest users', { newestFirst: true }, 'Eva Ben Cem Dia Amy Ada'],
	['a part of the email address, without case', { search: ' ben@EXAMPLE ' }, 'Ben'],
	['given name and surname together, not more than', { search: 'doe', limit: 2 }, 'Amy Ben'],
])('a page of users: %s', async (_what, page, expected) => {
	const { control } = service().simulator;
	await control.reset({ empty: true });
	const assessmentId = await service().assessmentId(0);
	const assigned = { Amy: [], Ben: [500, 100], Cem: [300], Dia: [], Eva: [500] };
	for (const [givenName, moments] of Object.entries(assigned)) {
		const { userId } = await control.addUser({ givenName, surname: 'Doe', email: `${givenName}@Example.com` });
		for (const at of moments) await control.assign({ userId, assessmentId, assignedAt: NOON + at });
	}
	expect((await control.users(page)).map(({ givenName }) => givenName).join(' ')).toBe(expected);
});

it.each([
	['thisMachine', 1],
	['never', 0],
] as const)('people who finish are sent to their returnUrl once, or never: %s', async (visitReturnUrl, visits) => {
	const { assessmentId, call, simulator } = service();
	await simulator.control.configure({ visitReturnUrl });
	const body = { assessmentId: await assessmentId(0), uniqueIdentifier: 'R', returnUrl: receiver.url };
	const { userAssessmentId } = (await call('POST', '/assign', { body })).json as { userAssessmentId: string };
	await simulator.control.finish({ userAssessmentId });
	await simulator.control.score({ userAssessmentId });
	await simulator.control.idle();
	expect(receiver.received.map(({ method }) => method)).toEqual(Array<string>(visits).fill('GET'));
});

it('the log shows a request as it came, and what became of it', async () => {
	const { call, simulator } = service();
	const { apiKey, control } = simulator;
	const body = { name: 'Ny gruppe' };
	await call('POST', '/groups', { body });
	await call('GET', '/nothing');
	await call('GET', '/groups?a=b');
	const [created, ...others] = await control.requests();
	const headers = { authorization: `Bearer ${apiKey}` };
	const expected = { method: 'POST', path: '/2020q3/groups', at: NOON, headers, body, status: 200, processed: true };
	expect(created).toMatchObject(expected);
	expect(others).toMatchObject([
		{ endpoint: '/nothing', status: 404, processed: false },
		{ path: '/2020q3/groups?a=b', endpoint: '/groups', status: 400 },
	]);
	expect(await control.requests({ after: created?.requestId, last: 1 })).toEqual([others[1]]);
	expect(await control.requests({ endpoint: '/groups' })).toHaveLength(2);
});
