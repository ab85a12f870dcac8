import { describe, expect, it } from 'vitest';
import type { ControlledUser, WebhookState } from '../../../simulator/control/interface.ts';
import type { LoggedRequest } from '../../../simulator/http/requestLog.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { changesBetween } from '../../../simulator/page/changes.js';
import { durationText, relativeTime } from '../../../simulator/page/times.js';
import { barsText, faultRows, limitMeters, requestRows, secondBars } from '../../../simulator/page/trafficView.js';
import { userRows } from '../../../simulator/page/usersView.js';
import { aboutOf, deliveryRows, webhookFacts } from '../../../simulator/page/webhookView.js';
import type { ScoreReport } from '../../../simulator/resources/resources.ts';
import type { Delivery } from '../../../simulator/webhook/deliveries.ts';

/** What the simulator's page shows of a state, and what it tells of what happened between two looks. */

const NOW = Date.UTC(2026, 2, 10, 12);

function request(changes: Partial<LoggedRequest>): LoggedRequest {
	return {
		requestId: 1,
		at: NOW,
		method: 'GET',
		path: '/2020q3/groups',
		endpoint: '/groups',
		query: null,
		headers: {},
		authorization: 'active key',
		keyElsewhere: false,
		status: 200,
		processed: true,
		fault: null,
		...changes,
	};
}

function delivery(changes: Partial<Delivery>): Delivery {
	return {
		deliveryId: 1,
		event: 'webhook-example',
		url: 'http://127.0.0.1:5678/webhook/x',
		sentAt: '2026-03-10T12:00:00.0000000+00:00',
		headers: {},
		body: '{}',
		status: 200,
		durationMs: 12,
		answer: 'OK',
		error: null,
		underway: false,
		redeliveryOf: null,
		...changes,
	};
}

/** All that the page shows at first. */
async function seen() {
	const simulator = await startSimulator({ clock: { now: () => NOW } });
	const [state, users] = [await simulator.control.state(), await simulator.control.users()];
	await simulator.close();
	return { state, users, deliveries: new Array<Delivery>(), requests: new Array<LoggedRequest>() };
}

type Seen = Awaited<ReturnType<typeof seen>>;

/** A user as the control surface shows them, with one report that the test says more about. */
async function seededUser(
	changes: Partial<ControlledUser>,
	report: Partial<ScoreReport> = {},
): Promise<ControlledUser> {
	const user = (await seen()).users.find(({ uniqueIdentifier }) => uniqueIdentifier === 'EMP-005');
	const [first] = user?.scoreReports ?? [];
	if (!user || !first) throw new Error('The seed has changed: EMP-005 has no report');
	return { ...user, scoreReports: [{ ...first, ...report }], ...changes };
}

const state = { groups: [{ groupId: 'g1', name: 'Autumn' }], clock: { now: '', milliseconds: NOW, stopped: false } };

describe('times', () => {
	it.each([
		[0, 'just now'],
		[999, 'just now'],
		[1000, '1 s ago'],
		[59_999, '59 s ago'],
		[60_000, '1 min ago'],
		[3_600_000, '1 h ago'],
		[47 * 3_600_000, '47 h ago'],
		[48 * 3_600_000, '2 days ago'],
		[-90_000, 'in 1 min'],
	])('%d ms: %s', (ago, text) => expect(relativeTime(NOW - ago, NOW)).toBe(text));

	it.each([
		[null, ''],
		[12.4, '12 ms'],
		[1234, '1.2 s'],
	])('a duration of %s', (duration, text) => expect(durationText(duration)).toBe(text));
});

describe('users', () => {
	const OVER = { canStart: false, canFinish: false };
	const OVERRIDDEN = JSON.parse(
		'{"status":"Lost","assessmentType":"Other","score":null,"completed":"soon"}',
	) as Partial<ScoreReport>;

	it.each<[string, Partial<ScoreReport>, object]>([
		['Not started', { status: 'NotStarted' }, { canStart: true, canFinish: true, when: 'Assigned 3 days ago' }],
		['In progress', { status: 'InProgress' }, { canStart: false, canFinish: true }],
		['Score pending', { status: 'ScorePending', score: 0 }, { ...OVER, result: '' }],
		['Needs review', { status: 'NeedsReview' }, OVER],
		['Completed', { status: 'Completed', score: 7.5, cefrSpeakingLevel: 'C1' }, { ...OVER, result: '7.5 of 10 · C1' }],
		['Completed', { status: 'Completed', score: 3 }, { result: '3 of 10' }],
		[
			'Completed',
			{ status: 'Completed', score: 640, assessmentType: 'ThousandPoint', placement: 'Level 3' },
			{ result: '640 of 1000 · Level 3' },
		],
		['Lost', OVERRIDDEN, { ...OVER, result: '', when: 'Assigned 3 days ago' }],
	])('%s: what %j shows, and what can be done next', async (label, report, shown) => {
		const [row] = userRows([await seededUser({}, report)], state);
		expect(row?.assessments[0]).toMatchObject({ status: { label }, ...shown });
	});

	it('an expired assignment can no longer be begun', async () => {
		const user = await seededUser({});
		const assignments = user.assignments.map((one) => ({ ...one, expiresAt: '2026-03-10T11:00:00.0000000+00:00' }));
		const [row] = userRows([{ ...user, assignments }], state);
		expect(row?.assessments[0]).toMatchObject({ ...OVER, canScore: false, when: 'Expired 1 h ago' });
	});

	it('names a user by what there is, groups by their names, and says why there is nothing', async () => {
		const nameless = { givenName: '', surname: '', groupIds: ['g1', 'gone'], scoreReports: [] };
		const users = [
			await seededUser({ ...nameless, username: 'jo', administrator: true }),
			await seededUser({ ...nameless, username: '', email: 'jo@example.com' }),
		];
		expect(userRows(users, state)).toMatchObject([
			{ name: 'jo', note: 'Administrator: nothing can be assigned (409)', groups: 'Autumn, gone' },
			{ name: 'jo@example.com', note: 'No assessment is assigned' },
		]);
	});

	it('the assessment that was assigned last comes first', async () => {
		const user = await seededUser({});
		const [report] = user.scoreReports;
		if (report) user.scoreReports.push({ ...report, userAssessmentId: 'later' });
		expect(userRows([user], state)).toMatchObject([
			{ note: '', assessments: [{ key: 'later' }, { key: report?.userAssessmentId }] },
		]);
	});
});

describe('requests and limits', () => {
	it('how much of both limits is used', () => {
		const usage = { lastSecond: 4, last20Minutes: 2500 };
		expect(limitMeters({ limits: { perSecond: 5, per20Minutes: 2000 }, usage })).toMatchObject([
			{ text: '4 of 5', share: 0.8, tone: 'waiting' },
			{ text: '2500 of 2000', share: 1, tone: 'bad' },
		]);
		expect(limitMeters({ limits: null, usage })).toEqual([]);
	});

	it.each<[Partial<LoggedRequest>, string, string]>([
		[{}, '200', 'good'],
		[{ status: 400 }, '400', 'bad'],
		[{ status: 429 }, '429 over the limit', 'waiting'],
		[{ status: 429, fault: 'status' }, '429 by fault', 'bad'],
		[{ status: 200, fault: 'html' }, '200 by fault', 'bad'],
		[{ status: null }, 'no answer', 'quiet'],
		[{ status: null, fault: 'cut' }, 'no answer by fault', 'bad'],
	])('the outcome of %j', (changes, outcome, tone) => {
		expect(requestRows([request(changes)], 1)).toMatchObject([{ outcome, tone, request: 'GET /groups' }]);
	});

	it('the newest come first, and only so many', () => {
		const requests = [1, 2, 3].map((requestId) => request({ requestId, endpoint: null, path: '/nothing' }));
		expect(requestRows(requests, 2)).toMatchObject([{ key: '3', request: 'GET /nothing' }, { key: '2' }]);
	});

	it('counts by the second, up to now', () => {
		const requests = [
			request({ at: NOW - 3001 }),
			request({ at: NOW - 2000 }),
			request({ at: NOW - 1 }),
			request({ at: NOW - 999, status: 429, processed: false }),
			request({ at: NOW - 1, status: 401, processed: false }),
			request({ at: NOW + 999 }),
			request({ at: NOW + 1000 }),
			request({ at: NOW, status: 429, fault: 'status' }),
			request({ at: NOW, status: 503, fault: 'status', processed: false }),
		];
		const bars = secondBars(requests, NOW, 3);
		expect(bars).toEqual([
			{ processed: 1, refused: 0 },
			{ processed: 1, refused: 1 },
			{ processed: 2, refused: 0 },
		]);
		expect(barsText(bars)).toBe('The last 3 seconds: 4 requests processed, and 1 refused over the limit');
	});

	it('tells what a fault does to which requests, and how often yet', () => {
		const match = { method: 'POST', path: '/assign' };
		const rows = faultRows([
			{ faultId: 4, hits: 1, times: 3, match, fault: { kind: 'status', status: 503 } },
			{ faultId: 5, hits: 7, times: 'always', fault: { kind: 'cut' } },
		]);
		expect(rows).toMatchObject([
			{ text: 'status 503 for POST /assign', left: '2 more, hit 1' },
			{ text: 'cut for any request', left: 'always, hit 7' },
		]);
	});
});

describe('webhook', () => {
	const webhook: WebhookState = { url: 'http://x/', createdAt: '', signingKey: 'secret', version: '2020q3' };

	it('tells its address and since when, never its key', () => {
		const facts = webhookFacts({ ...webhook, createdAt: '2026-03-10T11:58:00.0000000+00:00' }, NOW);
		expect(facts).toMatchObject({ url: 'http://x/', signature: 'Signed' });
		expect(facts?.since).toMatch(/^Since \d\d:58:00 \(2 min ago\)$/);
		expect(JSON.stringify(facts)).not.toContain('secret');
		expect(webhookFacts({ ...webhook, signingKey: null, version: 'beta' }, NOW)?.signature).toContain('beta');
		expect(webhookFacts(null, NOW)).toBeNull();
	});

	it.each<[Partial<Delivery>, string, string]>([
		[{ underway: true, status: null }, 'Under way', 'active'],
		[{ status: 204 }, 'Answered 204', 'good'],
		[{ status: 302 }, 'Answered 302', 'bad'],
		[{ status: null, error: 'ECONNREFUSED' }, 'No answer: ECONNREFUSED', 'bad'],
	])('the outcome of %j', (changes, outcome, tone) => {
		expect(deliveryRows([delivery(changes)])).toMatchObject([{ outcome, tone }]);
	});

	it('counts the attempts of an event, the newest delivery first', () => {
		const deliveries = [{ deliveryId: 7, redeliveryOf: 3 }, { deliveryId: 8 }, { deliveryId: 9, redeliveryOf: 7 }];
		expect(deliveryRows(deliveries.map(delivery))).toMatchObject([
			{ key: '9', attempt: 'Attempt 3' },
			{ key: '8', attempt: '' },
			{ key: '7', attempt: 'Attempt 2' },
		]);
	});

	it.each([
		['{"data":{"givenName":"Ana","surname":"Costa","scoreReports":[]}}', 'Ana Costa'],
		['not JSON', ''],
		['{"data":null}', ''],
		['{"data":{"scoreReports":7}}', ''],
	])('whom %s is about', (body, about) => expect(aboutOf(body)).toBe(about));
});

describe('changes', () => {
	const refused = [1, 2].map((requestId) => request({ requestId, status: 429 }));
	const underway = [delivery({ underway: true, status: null })];
	const answered = [delivery({ status: 401 })];
	const many = [1, 2, 3, 4, 5].map((deliveryId) => delivery({ deliveryId }));
	const OK = 'Webhook, webhook-example: answered 200.';

	it.each<[string, before: Partial<Seen>, after: Partial<Seen>, told: string[]]>([
		['nothing new', { deliveries: answered, requests: refused }, { deliveries: answered, requests: refused }, []],
		['an event on its way', {}, { deliveries: underway }, []],
		['its answer', { deliveries: underway }, { deliveries: answered }, ['Webhook, webhook-example: answered 401.']],
		['refused requests', {}, { requests: refused }, ['2 requests were refused over the limit (429).']],
		['more than can be told', {}, { deliveries: many }, [OK, OK, 'And 3 more changes.']],
		['users who were not shown before', { users: [] }, {}, []],
	])('%s', async (_what, before, after, told) => {
		const first = await seen();
		expect(changesBetween({ ...first, ...before }, { ...first, ...after })).toEqual(told);
	});

	it('a webhook that comes, is registered anew, and goes', async () => {
		const without = await seen();
		const since = (createdAt: string) => {
			const webhook = { url: 'http://x/', createdAt, signingKey: null, version: 'beta' };
			return { ...without, state: { ...without.state, webhook } };
		};
		expect(changesBetween(without, since('1'))).toEqual(['A webhook was registered: http://x/']);
		expect(changesBetween(since('1'), since('2'))).toEqual(['A webhook was registered: http://x/']);
		expect(changesBetween(since('2'), without)).toEqual(['The webhook was removed.']);
	});
});
