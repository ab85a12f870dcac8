import { describe, expect, it } from 'vitest';
import type { ControlledUser, WebhookState } from '../../../simulator/control/interface.ts';
import type { Delivery } from '../../../simulator/webhook/deliveries.ts';
import { durationText, momentOf, relativeTime } from '../../../simulator/page/times.js';
import { barsText, faultRows, limitMeters, requestRows, secondBars } from '../../../simulator/page/trafficView.js';
import { userRows } from '../../../simulator/page/usersView.js';
import { aboutOf, deliveryRows, webhookFacts } from '../../../simulator/page/webhookView.js';
import type { LoggedRequest } from '../../../simulator/http/requestLog.ts';
import type { ScoreReport } from '../../../simulator/resources/resources.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { delivery, NOW, request } from './pageBuilders.ts';

/** What the simulator's page shows of a state. */

const HOSTILE = '<img src=x onerror=alert(1)>';

/** A user as the control surface shows them, with one report that the test says more about. */
async function seededUser(
	changes: Partial<ControlledUser>,
	report: Partial<ScoreReport> = {},
): Promise<ControlledUser> {
	const simulator = await startSimulator({ clock: { now: () => NOW } });
	const user = await simulator.control.user({ uniqueIdentifier: 'EMP-005' });
	await simulator.close();
	const [first] = user.scoreReports;
	if (!first) throw new Error('The seed has changed: EMP-005 has no report');
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

	it('reads timestamps of the service, and nothing else', () => {
		expect(momentOf('2026-03-10T11:59:59.9950000+00:00')).toBe(NOW - 5);
		expect([momentOf(null), momentOf(undefined), momentOf('soon')]).toEqual([null, null, null]);
	});

	it.each([
		[null, ''],
		[12.4, '12 ms'],
		[1234, '1.2 s'],
	])('a duration of %s', (duration, text) => expect(durationText(duration)).toBe(text));
});

describe('users', () => {
	it.each<[ScoreReport['status'], string, boolean, boolean]>([
		['NotStarted', 'Not started', true, true],
		['InProgress', 'In progress', false, true],
		['ScorePending', 'Score pending', false, false],
		['Completed', 'Completed', false, false],
		['NeedsReview', 'Needs review', false, false],
	])('%s: what can be done next', async (status, label, canStart, canFinish) => {
		const [row] = userRows([await seededUser({}, { status })], state);
		expect(row?.assessments[0]).toMatchObject({ status: { label }, canStart, canFinish });
	});

	it('an expired assignment can no longer be begun', async () => {
		const user = await seededUser({}, { status: 'NotStarted', started: null, completed: null });
		const [assignment] = user.assignments;
		if (assignment) assignment.expiresAt = '2026-03-10T11:00:00.0000000+00:00';
		const [row] = userRows([user], state);
		expect(row?.assessments[0]).toMatchObject({
			canStart: false,
			canFinish: false,
			canScore: false,
			when: 'Expired 1 h ago',
		});
	});

	it.each<[Partial<ScoreReport>, string]>([
		[{ status: 'Completed', score: 7.5, cefrSpeakingLevel: 'C1' }, '7.5 of 10 · C1'],
		[
			{ status: 'Completed', score: 640, assessmentType: 'ThousandPoint', placement: 'Level 3' },
			'640 of 1000 · Level 3',
		],
		[{ status: 'Completed', score: 3, cefrSpeakingLevel: null, placement: null }, '3 of 10'],
		[{ status: 'ScorePending', score: 0 }, ''],
	])('the result of %j', async (report, result) => {
		const [row] = userRows([await seededUser({}, report)], state);
		expect(row?.assessments[0]?.result).toBe(result);
	});

	it('shows a report in which a test overrode fields with anything', async () => {
		const overrides = JSON.parse('{"status":"Lost","assessmentType":"Other","score":null}') as Partial<ScoreReport>;
		const [row] = userRows([await seededUser({}, overrides)], state);
		expect(row?.assessments[0]).toMatchObject({ status: { label: 'Lost' }, result: '', canStart: false });
	});

	it('names a user by what there is, groups by their names, and says why there is nothing', async () => {
		const nameless = { givenName: '', surname: '', groupIds: ['g1', 'gone'], scoreReports: [] };
		const rows = userRows(
			[
				await seededUser({ ...nameless, username: 'jo', administrator: true }),
				await seededUser({ ...nameless, username: '', email: 'jo@example.com' }),
				await seededUser({ givenName: HOSTILE, surname: '' }),
			],
			state,
		);
		expect(rows.map(({ name }) => name)).toEqual(['jo', 'jo@example.com', HOSTILE]);
		expect(rows.map(({ note }) => note)).toEqual([
			'Administrator: nothing can be assigned (409)',
			'No assessment is assigned',
			'',
		]);
		expect(rows[0]?.groups).toBe('Autumn, gone');
	});

	it('the assessment that was assigned last comes first', async () => {
		const user = await seededUser({});
		const [report] = user.scoreReports;
		if (report) user.scoreReports.push({ ...report, userAssessmentId: 'later' });
		expect(userRows([user], state)[0]?.assessments.map(({ key }) => key)).toEqual(['later', report?.userAssessmentId]);
	});
});

describe('requests and limits', () => {
	it('how much of both limits is used', () => {
		const usage = { lastSecond: 4, last20Minutes: 2500 };
		const [second, minutes] = limitMeters({ limits: { perSecond: 5, per20Minutes: 2000 }, usage });
		expect(second).toMatchObject({ text: '4 of 5', share: 0.8, tone: 'waiting' });
		expect(minutes).toMatchObject({ text: '2500 of 2000', share: 1, tone: 'bad' });
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
		const rows = faultRows([
			{
				faultId: 4,
				hits: 1,
				times: 3,
				match: { method: 'POST', path: '/assign' },
				fault: { kind: 'status', status: 503 },
			},
			{ faultId: 5, hits: 7, times: 'always', fault: { kind: 'cut' } },
		]);
		expect(rows.map(({ text, left }) => [text, left])).toEqual([
			['status 503 for POST /assign', '2 more, hit 1'],
			['cut for any request', 'always, hit 7'],
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
		const rows = deliveryRows([
			delivery({ deliveryId: 7, redeliveryOf: 3 }),
			delivery({ deliveryId: 8 }),
			delivery({ deliveryId: 9, redeliveryOf: 7 }),
		]);
		expect(rows.map(({ key, attempt }) => [key, attempt])).toEqual([
			['9', 'Attempt 3'],
			['8', ''],
			['7', 'Attempt 2'],
		]);
	});

	it.each([
		['{"data":{"givenName":"Ana","surname":"Costa","scoreReports":[]}}', 'Ana Costa'],
		[`{"data":{"givenName":${JSON.stringify(HOSTILE)},"scoreReports":[]}}`, HOSTILE],
		[
			'{"data":{"givenName":"Ana","scoreReports":[{"assessmentName":"English","status":"Completed","score":7,"assessmentType":"TenPoint"}]}}',
			'Ana · English · 7 of 10',
		],
		['not JSON', ''],
		['{"data":null}', ''],
		['{"data":{"scoreReports":7}}', ''],
	])('whom %s is about', (body, about) => expect(aboutOf(body)).toBe(about));
});
