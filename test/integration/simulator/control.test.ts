import { describe, expect, it } from 'vitest';
import type { SimulatorControl, Step, UserPage } from '../../../simulator/index.ts';
import { NOON, overHttp, send, useSimulator } from './harness.ts';
import { useReceiver } from './receiver.ts';

/** The control surface, in the process and over HTTP. */

const service = useSimulator();
const receiver = useReceiver();

/** Both ways to drive the simulator: in the process, and over HTTP. */
const WAYS: ReadonlyArray<[string, () => SimulatorControl]> = [
	['in the process', () => service().simulator.control],
	['over HTTP', () => overHttp(service().simulator.baseHost)],
];

describe.each(WAYS)('%s', (_name, way) => {
	it('every method does its work', async () => {
		const control = way();
		const { settings, ...state } = await control.state();
		expect(state).toMatchObject({ userCount: 13, baseHost: service().simulator.baseHost, webhook: null });
		expect(await control.settings()).toEqual(settings);

		const assessment = await control.addAssessment({ name: 'Ny prøve', kind: 'writing' });
		const group = await control.addGroup({ name: 'Ny gruppe' });
		const added = { email: 'ny@example.com', uniqueIdentifier: 'NY', groupIds: [group.groupId] };
		const user = await control.addUser(added);
		expect(await control.user({ emailAddress: 'NY@example.com' })).toEqual(user);
		expect(await control.users({ offset: 13, limit: 1 })).toEqual([user]);
		expect(await control.users({ search: user.userId, newestFirst: true })).toEqual([user]);

		const { assessmentId } = assessment;
		const { userAssessmentId } = await control.assign({ userId: user.userId, assessmentId });
		expect((await control.start({ userAssessmentId, at: NOON - 9000 })).status).toBe('InProgress');
		expect((await control.finish({ userAssessmentId, at: '2026-03-10T12:00:00Z' })).duration).toBe('00:00:09.0000000');
		expect((await control.needsReview({ userAssessmentId })).status).toBe('NeedsReview');
		expect((await control.expire({ userAssessmentId })).expiresAt).toBe('2026-03-10T12:00:00.0000000+00:00');

		expect(await control.webhook()).toBeNull();
		const webhook = await control.registerWebhook({ url: receiver.url });
		expect(await control.webhook()).toEqual(webhook);
		const { report, deliveryId } = await control.score({ userAssessmentId, score: 6.6, completed: NOON - 5 });
		expect(report).toMatchObject({ status: 'Completed', score: 6.6, completed: '2026-03-10T11:59:59.9959029+00:00' });
		await control.idle();
		const deliveries = await control.deliveries({ after: (deliveryId ?? 0) - 1 });
		expect(deliveries).toMatchObject([{ deliveryId, status: 200, url: receiver.url }]);
		await control.redeliver({ deliveryId: deliveryId ?? 0 });
		await control.sendEvent({ event: 'x', data: null });
		await control.idle();
		expect(receiver.received).toHaveLength(3);
		const example = await control.sendExample();
		await control.idle();
		expect(await control.deliveries({ last: 1 })).toMatchObject([
			{ ...example, event: 'webhook-example', status: 200 },
		]);
		expect(JSON.parse(receiver.received.at(-1)?.body.toString() ?? '')).toMatchObject({
			event: 'webhook-example',
			data: { userId: '00000000-0000-0000-0000-000000000000' },
		});
		await control.deleteWebhook();
		expect(await control.sendEvent({ event: 'x' })).toEqual({ deliveryId: null });
		expect(await control.sendExample()).toEqual({ deliveryId: null });
		await control.clearDeliveries();
		expect(await control.deliveries()).toEqual([]);

		const { faultId } = await control.inject({ fault: { kind: 'cut' } });
		expect(await control.faults()).toEqual([{ faultId, hits: 0, fault: { kind: 'cut' } }]);
		await control.inject({ fault: { kind: 'html' } });
		await control.clearFaults({ faultId });
		expect(await control.faults()).toMatchObject([{ fault: { kind: 'html' } }]);
		await control.clearFaults();
		expect(await control.faults()).toEqual([]);

		const { apiKey } = await control.generateKey();
		expect((await service().call('GET', '/groups', { apiKey })).status).toBe(200);
		await control.revokeKey({ apiKey });
		expect((await service().call('GET', '/assessments', { apiKey })).status).toBe(401);
		await control.configure({ limits: { perSecond: 1, per20Minutes: 9 } });
		expect((await service().call('GET', '/groups')).status).toBe(200);
		await control.clearLimits();
		expect((await service().call('GET', '/groups')).status).toBe(200);
		const requests = await control.requests();
		expect(requests.map(({ endpoint, status }) => [endpoint, status])).toEqual([
			['/groups', 200],
			['/assessments', 401],
			['/groups', 200],
			['/groups', 200],
		]);
		expect(await control.requests({ last: 1 })).toEqual(requests.slice(3));
		expect(await control.requests({ after: requests[1]?.requestId, endpoint: '/groups' })).toEqual(requests.slice(2));
		await control.clearRequests();
		expect(await control.requests()).toEqual([]);

		expect(await control.createFile({ bytes: 3, withSha256: true })).toMatchObject({ bytes: 3 });
		await control.setClock({ at: '2027-01-01T00:00:00Z', stopped: true });
		await control.setClock({ advanceMs: 500 });
		expect(await control.clock()).toEqual({
			now: '2027-01-01T00:00:00.500Z',
			milliseconds: Date.UTC(2027, 0, 1) + 500,
			stopped: true,
		});

		await control.reset();
		expect(await control.state()).toEqual({ ...state, settings });
		await control.reset({ empty: true });
		expect((await control.state()).userCount).toBe(1);
	});

	it('adds many users with reports in any status, spread over a time', async () => {
		const control = way();
		const day = 24 * 60 * 60_000;
		const range = { completedFrom: NOON - 9 * day, completedTo: NOON };
		const { userIds, userAssessmentIds } = await control.addUsers({ count: 10, reportsPerUser: 2, ...range });
		expect([userIds.length, userAssessmentIds.length]).toEqual([10, 20]);
		const { json } = await service().call('POST', '/scores', {
			body: { completedOnOrAfter: '2026-03-01T12:00:00Z', completedOnOrBefore: '2026-03-05T23:59:59Z' },
		});
		const bulk = (json as { userScores: Array<{ uniqueIdentifier: string; scoreReports: unknown[] }> }).userScores
			.filter(({ uniqueIdentifier }) => uniqueIdentifier.startsWith('bulk-'))
			.flatMap(({ scoreReports }) => scoreReports);
		expect(bulk).toHaveLength(10);
		for (const status of ['NotStarted', 'InProgress', 'ScorePending', 'NeedsReview'] as const) {
			const added = await control.addUsers({ count: 1, status });
			const user = await control.user({ userId: added.userIds[0] });
			expect(user.scoreReports.map((report) => report.status)).toEqual([status]);
		}
		expect(new Set((await control.users()).map(({ uniqueIdentifier }) => uniqueIdentifier)).size).toBe(13 + 14 - 2);
	});

	it.each<[string, (control: SimulatorControl) => Promise<unknown>]>([
		['an unknown user', (control) => control.user({ uniqueIdentifier: 'nobody' })],
		['an unknown user assessment', (control) => control.start({ userAssessmentId: 'x' })],
		['an unknown delivery', (control) => control.redeliver({ deliveryId: 9_999 })],
		['an unknown key', (control) => control.revokeKey({ apiKey: 'x' })],
		['an unknown version', (control) => control.registerWebhook({ url: 'http://localhost/', version: 'v1' })],
		['an unknown group', (control) => control.addUser({ groupIds: ['x'] })],
		['a date that isn’t one', (control) => control.setClock({ at: 'soon' })],
	])('refuses %s', async (_what, action) => {
		await expect(action(way())).rejects.toThrow(/No such|No user|No delivery|No version|No group|at |ISO 8601/);
	});
});

describe('a page of users', () => {
	it.each<[string, UserPage, string]>([
		['all, in the order of creation', {}, 'Ada Amy Ben Cem Dia Eva'],
		['some of them', { offset: 2, limit: 2 }, 'Ben Cem'],
		['the newest assignment first, then the newest users', { newestFirst: true }, 'Eva Ben Cem Dia Amy Ada'],
		['one of the newest', { newestFirst: true, offset: 1, limit: 1 }, 'Ben'],
		['a part of the e-mail address, without case', { search: ' ben@EXAMPLE ' }, 'Ben'],
		['given name and surname together', { search: 'cem doe' }, 'Cem'],
		['an identifier', { search: 'emp-d' }, 'Dia'],
		['nobody', { search: 'Amy\nDoe' }, ''],
		['whom all have in common, paged after the search', { search: 'doe', offset: 3 }, 'Dia Eva'],
	])('%s', async (_what, page, expected) => {
		const { control } = service().simulator;
		await control.reset({ empty: true });
		const assessmentId = await service().assessmentId(0);
		const assigned = { Amy: [], Ben: [500, 100], Cem: [300], Dia: [], Eva: [500] };
		for (const [givenName, moments] of Object.entries(assigned)) {
			const identity = { email: `${givenName}@Example.com`, uniqueIdentifier: `EMP-${givenName}` };
			const { userId } = await control.addUser({ givenName, surname: 'Doe', ...identity });
			for (const at of moments) await control.assign({ userId, assessmentId, assignedAt: NOON + at });
		}
		expect((await control.users(page)).map(({ givenName }) => givenName).join(' ')).toBe(expected);
	});
});

describe('what could not happen', () => {
	/** Somebody who began at NOON - 9000. */
	async function underWay(place: number): Promise<string> {
		const { control } = service().simulator;
		const { userId } = await control.addUser({});
		const assessmentId = await service().assessmentId(place);
		const { userAssessmentId } = await control.assign({ userId, assessmentId });
		await control.start({ userAssessmentId, at: NOON - 9000 });
		return userAssessmentId;
	}

	it.each<[string, number, (control: SimulatorControl, step: Step) => Promise<unknown>]>([
		['a TenPoint score of 99', 0, (control, step) => control.score({ ...step, score: 99 })],
		['a TenPoint score of 7.25', 0, (control, step) => control.score({ ...step, score: 7.25 })],
		['a ThousandPoint score of 700.5', 4, (control, step) => control.score({ ...step, score: 700.5 })],
		['a score below 0', 4, (control, step) => control.score({ ...step, score: -1 })],
		['an end before the start', 0, (control, step) => control.finish({ ...step, at: NOON - 9001 })],
		['a score before the start', 0, (control, step) => control.score({ ...step, completed: NOON - 9001 })],
	])('%s is refused, and nothing changes, unless told to', async (_what, place, action) => {
		const { control } = service().simulator;
		const userAssessmentId = await underWay(place);
		const before = await control.users();
		await expect(action(control, { userAssessmentId })).rejects.toThrow(/Impossible, unless 'force'/);
		expect(await control.users()).toEqual(before);
		await action(control, { userAssessmentId, force: true });
		expect(await control.users()).not.toEqual(before);
	});

	it('an administrator is assigned nothing, unless told to', async () => {
		const { control } = service().simulator;
		const { userId } = await control.user({ uniqueIdentifier: 'ADMIN-001' });
		const assessmentId = await service().assessmentId(0);
		await expect(control.assign({ userId, assessmentId })).rejects.toThrow('administrator');
		expect((await control.assign({ userId, assessmentId, force: true })).status).toBe('NotStarted');
	});
});

describe('returnUrl', () => {
	const finished = async (returnUrl: string): Promise<void> => {
		const { assessmentId, call, simulator } = service();
		const body = { assessmentId: await assessmentId(0), uniqueIdentifier: 'R', returnUrl };
		const { json } = await call('POST', '/assign', { body });
		const { userAssessmentId } = json as { userAssessmentId: string };
		await simulator.control.finish({ userAssessmentId });
		await simulator.control.score({ userAssessmentId });
		await simulator.control.idle();
	};

	it('is visited once when somebody finishes', async () => {
		await finished(receiver.url);
		expect(receiver.received.map(({ method, url }) => [method, url])).toEqual([['GET', '/hooks/scores?from=service']]);
		expect(await service().simulator.control.returnVisits()).toMatchObject([{ url: receiver.url, status: 200 }]);
	});

	it.each([
		['thisMachine', 'http://return.invalid/', 0],
		['never', 'http://127.0.0.1:1/', 0],
		['thisMachine', 'http://127.0.0.1:1/', 1],
		['always', 'http://return.invalid/', 1],
	] as const)('under %s, %s: %i visits', async (visitReturnUrl, url, visits) => {
		await service().simulator.control.configure({ visitReturnUrl });
		await finished(url);
		const made = await service().simulator.control.returnVisits();
		expect(made.map((visit) => [visit.url, visit.status])).toEqual(Array(visits).fill([url, null]));
	});
});

describe('over HTTP alone', () => {
	it.each([
		['/settings', { retryAftr: 'none' }],
		['/settings', { latency: { minMs: 1 } }],
		['/faults', { fault: { kind: 'earthquake' } }],
		['/faults', { fault: { kind: 'cut' }, times: 0 }],
		['/assignments/score', {}],
		['/users/bulk', { count: -1 }],
		['/clock', { at: true }],
	])('refuses %s with %j', async (path, body) => {
		const { baseHost, control } = service().simulator;
		const before = await control.state();
		const headers = { 'content-type': 'application/json' };
		const reply = await send('POST', `${baseHost}/_simulator${path}`, headers, JSON.stringify(body));
		expect([reply.status, reply.json]).toEqual([400, { error: expect.any(String) as string }]);
		expect(await control.state()).toEqual(before);
	});

	it('404 for what isn’t there', async () => {
		expect((await service().get(`${service().simulator.baseHost}/_simulator/nothing`)).status).toBe(404);
	});
});

describe('what is logged of a request', () => {
	it('shows everything but the key', async () => {
		const { call, simulator } = service();
		const { apiKey } = simulator;
		await call('POST', '/groups', { body: { name: `key: ${apiKey}` } });
		await call('POST', '/groups', { body: { name: 'fine' } });
		await call('POST', '/groups', { body: '{' });
		await call('GET', `/nothing/${apiKey}`, { headers: { 'x-note': apiKey } });
		await call('GET', `/groups?apiKey=${apiKey}`, { apiKey: null });
		const requests = await simulator.control.requests();
		const [first, second, third, fourth, fifth] = requests;
		expect(JSON.stringify(requests)).not.toContain(apiKey);
		expect(first).toMatchObject({
			method: 'POST',
			path: '/2020q3/groups',
			endpoint: '/groups',
			at: NOON,
			authorization: 'active key',
			keyElsewhere: true,
			body: { name: 'key: [API key]' },
			headers: { authorization: 'Bearer …' },
			status: 200,
			processed: true,
		});
		expect(second).toMatchObject({ keyElsewhere: false, body: { name: 'fine' } });
		expect(third).toMatchObject({ body: '{', status: 400, processed: false });
		expect(fourth).toMatchObject({
			path: '/2020q3/nothing/[API key]',
			headers: { authorization: 'Bearer …', 'x-note': '[API key]' },
			keyElsewhere: true,
			status: 404,
		});
		const inQuery = { authorization: 'absent', query: 'apiKey=[API key]' };
		expect(fifth).toMatchObject({ ...inQuery, keyElsewhere: true, status: 401 });
	});
});
