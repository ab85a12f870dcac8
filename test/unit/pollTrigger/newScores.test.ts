import { describe, expect, test } from 'vitest';

import type { Cursor, PollOptions } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import type { ScoreReport } from '../../../nodes/api/specification/values.ts';
import { at, DAY, HOUR, MINUTE, NOW, polls, requestFrom, result, step, waiting, WEEK } from './polls.ts';

const BEGIN = NOW - 7 * DAY - 10 * MINUTE;
const month: PollOptions = { ...WEEK, lookbackDays: 30 };
const polled = polls({ now: NOW, answer: [] }).cursor;

describe('the time window of a poll', () => {
	test('begins Lookback Days and ten minutes before the last poll, however long ago that was', () => {
		expect(requestFrom(undefined, NOW)).toBe(BEGIN);
		expect(requestFrom(polled, NOW + 100 * DAY)).toBe(BEGIN);
	});

	test('counts back from now after Lookback Days is lowered', () => {
		const pending = result('waiting', { status: 'ScorePending' });
		const { cursor } = polls({ now: NOW, answer: [pending], options: month });
		const later = NOW + 20 * DAY;
		expect(requestFrom(cursor, later, month)).toBe(NOW - 30 * DAY - 10 * MINUTE);
		expect(requestFrom(cursor, later)).toBe(later - 7 * DAY - 10 * MINUTE);
		const answer = [result('old', { completed: at(NOW) }), result('new', { completed: at(later) })];
		const lowered = step(cursor, answer, later);
		expect(lowered.emitted).toEqual(['new']);
		expect(Object.keys(waiting(lowered.cursor))).toEqual(['waiting']);
	});

	test('limits which scores the saved state contains, and each takes only a few characters', () => {
		const before = polls({ now: NOW - DAY, answer: [result('before', { completed: at(BEGIN - 1) })] });
		const { cursor } = step(before.cursor, [result('in it', { completed: at(BEGIN) })], NOW);
		expect(Object.keys(cursor.known)).toEqual(['in it']);
		expect(JSON.stringify(cursor.known).length).toBeLessThan(70);
	});
});

test.each([
	['the same account', WEEK.account, 100 * DAY, true],
	['a different account within Lookback Days', 'other', 7 * DAY, true],
	['a different account after Lookback Days', 'other', 7 * DAY + 1, false],
])('a poll can continue with %s (%s, %i ms after the last poll): %s', (_, account, pause, expected) => {
	const answer = [result('scored since', { completed: at(NOW + pause) })];
	const { emitted } = step(polled, answer, NOW + pause, { ...WEEK, account });
	expect(emitted).toEqual(expected ? ['scored since'] : []);
});

describe('a report that waits for its score', () => {
	const review = result('late', { status: 'NeedsReview', completed: at(NOW - HOUR), score: 0 });
	const undated = result('late', { status: 'ScorePending', completed: null, started: at(NOW - DAY) });
	const unknown = result('unknown', { status: 'ScorePending', completed: null, started: null });
	const leavesWindow = NOW - HOUR + 7 * DAY + 10 * MINUTE;
	const near = { ...WEEK, looksFar: false };

	test('is looked for beyond the window by the first poll in each six-hour period, until it is scored', () => {
		const { cursor } = polls({ now: NOW, answer: [review] }, { now: NOW + 20 * DAY, answer: [] });
		const soon = NOW + 20 * DAY + 6 * HOUR - 1;
		expect(requestFrom(cursor, soon)).toBe(NOW + 13 * DAY - 10 * MINUTE);
		expect(requestFrom(step(cursor, [], soon).cursor, soon + 1)).toBe(NOW - HOUR);
		const scored = step(cursor, [result('late')], soon + 1);
		expect(scored.emitted).toEqual(['late']);
		expect(waiting(scored.cursor)).toEqual({});
		expect(step(scored.cursor, [result('late')], soon + 2).emitted).toEqual([]);
	});

	test('is looked for until 90 days after it left the window', () => {
		const waitsAt = (now: number) => waiting(polls({ now: NOW, answer: [review] }, { now, answer: [] }).cursor);
		const last = leavesWindow + 90 * DAY;
		expect([last, last + 1].map(waitsAt)).toEqual([{ late: NOW - HOUR }, {}]);
	});

	test('is kept after 90 days until a poll has looked for it, but no longer than 180 days', () => {
		const now = leavesWindow + 90 * DAY + 1;
		const { cursor } = polls({ now: NOW, answer: [review] }, { now: NOW + 80 * DAY, answer: [] });
		const kept = step(cursor, [], now, near).cursor;
		const again = step(kept, [], now + MINUTE).cursor;
		expect([kept, again].map(waiting)).toEqual([{ late: NOW - HOUR }, { late: NOW - HOUR }]);
		expect(step(again, [result('late')], now + 6 * HOUR).emitted).toEqual(['late']);
		expect(waiting(step(again, [review], now + 6 * HOUR).cursor)).toEqual({});
		const last = [0, 1].map((more) => step(cursor, [], leavesWindow + 180 * DAY + more, near).cursor);
		expect(last.map(waiting)).toEqual([{ late: NOW - HOUR }, {}]);
	});

	test('is stored with its completion time, or else its start time, or else the beginning of the window', () => {
		const early = result('early', { status: 'ScorePending', completed: null, started: at(NOW - 9 * DAY) });
		const { cursor } = step(undefined, [undated, early, unknown], NOW);
		expect(waiting(cursor)).toEqual({ late: NOW - DAY, early: NOW - 9 * DAY, unknown: BEGIN });
		const dated = polls({ now: NOW, answer: [review] }, { now: NOW + 1, answer: [undated] });
		expect(waiting(dated.cursor)).toEqual({ late: NOW - HOUR });
		const times = { started: at(BEGIN - HOUR), completed: at(BEGIN) };
		const answers = [result('a', times), result('a', { ...times, status: 'NeedsReview', completed: null })];
		const rounds = answers.map((user, quarters) => ({ now: NOW + quarters * 6 * HOUR, answer: [user, early] }));
		const again = polls(...rounds.map((round) => ({ ...round, options: { ...WEEK, emitRescored: true } })));
		expect(waiting(again.cursor)).toEqual({ a: BEGIN, early: NOW - 9 * DAY });
	});

	test('is still returned later if a poll that looked for a different report saw it first', () => {
		const started = at(NOW + 9 * DAY);
		const second = result('second', { status: 'ScorePending', started, completed: null });
		const { cursor } = polls(
			{ now: NOW, answer: [review] },
			{ now: NOW + 8 * DAY, answer: [] },
			{ now: NOW + 20 * DAY, answer: [review, second] },
			{ now: NOW + 20 * DAY + HOUR, answer: [] },
		);
		expect(waiting(cursor)).toEqual({ late: NOW - HOUR, second: NOW + 9 * DAY });
		const scored = result('second', { started, completed: at(NOW + 9 * DAY + HOUR) });
		expect(step(cursor, [scored], NOW + 21 * DAY).emitted).toEqual(['second']);
	});

	test("isn't returned if it already had a score before a poll that looks further back finds it again", () => {
		const started = at(NOW - 3 * HOUR);
		const { cursor, emitted } = polls(
			{ now: NOW, answer: [result('known', { started }), review] },
			{ now: NOW + 8 * DAY, answer: [] },
			{ now: NOW + 9 * DAY, answer: [result('known', { status: 'NeedsReview', started, completed: null })] },
			{ now: NOW + 10 * DAY, answer: [result('known', { started, score: 510 })] },
		);
		expect(emitted.flat()).toEqual([]);
		expect(waiting(cursor)).toEqual({ late: NOW - HOUR });
	});

	test.each([
		['the filters exclude it', review, { ...WEEK, wants: () => false }],
		["the person hasn't finished", result('late', { status: 'InProgress', completed: null, started: at(NOW) }), WEEK],
		['it has no status', result('late', { status: undefined }), WEEK],
		['it was completed before the window', result('late', { status: 'NeedsReview', completed: at(BEGIN - 1) }), WEEK],
	])("isn't looked for if %s", (_, user, options) => {
		expect(waiting(polls({ now: NOW, answer: [user], options }).cursor)).toEqual({});
	});

	test.each([
		['looked for with Include Changed Scores', true, ['a']],
		['not looked for without Include Changed Scores', false, []],
	])('is %s if it already had a score', (_, emitRescored, awaited) => {
		const options = { ...WEEK, emitRescored };
		const { cursor, emitted } = polls(
			{ now: NOW, answer: [result('a')], options },
			{ now: NOW + 1, answer: [result('a', { status: 'NeedsReview' })], options },
			{ now: NOW + 9 * DAY, answer: [], options },
		);
		expect(emitted.flat()).toEqual([]);
		expect(Object.keys(waiting(cursor))).toEqual(awaited);
		const later = NOW + 9 * DAY + 1;
		const unchanged = step(cursor, [result('a')], later, options);
		expect([unchanged.emitted, waiting(unchanged.cursor)]).toEqual([[], {}]);
		expect(step(cursor, [result('a', { score: 510 })], later, options).emitted).toEqual(awaited);
	});
});

test("new scores are returned once each, sorted by completion time and then in the service's order", () => {
	const answer = [
		result('noon', { completed: '2026-11-21T12:00:00+00:00' }),
		result('later', { completed: '2026-11-21T12:00:00.0020000+00:00' }),
		result('earlier', { completed: '2026-11-21T12:30:00.0000000+01:00' }),
		result('noon too', { completed: '2026-11-21T13:00:00+01:00' }),
		result('NOON'),
	];
	expect(step(polled, answer, NOW + 1).emitted).toEqual(['earlier', 'noon', 'noon too', 'later']);
});

test.each([
	['at the beginning of the window is new', BEGIN, WEEK, ['a']],
	["before the window isn't new", BEGIN - 1, WEEK, []],
	["before the last poll's window isn't new, even after Lookback Days is increased", NOW - 10 * DAY, month, []],
])('a score that was completed %s', (_, completed, options, expected) => {
	expect(step(polled, [result('a', { completed: at(completed) })], NOW + MINUTE, options).emitted).toEqual(expected);
});

test('a score without a completion time is returned only once while the service keeps listing it', () => {
	const months = [0, 30, 60, 90].map((days) => ({
		now: NOW + days * DAY,
		answer: days === 0 ? [] : [result('undated', { completed: null })],
	}));
	expect(polls(...months).emitted).toEqual([[], ['undated'], [], []]);
});

describe("'Include Changed Scores'", () => {
	const changed: PollOptions = { ...WEEK, emitRescored: true };
	const resultsOf = ({ known }: Cursor) => Object.values(known).map((one) => one.result);
	const rescored = (score: number) => [result('a', { score })];
	const completed = '2026-11-21T11:00:00Z';
	const spellings = [{ completed }, { completed: '2026-11-21T12:00:00.0+01:00' }, { completed, placement: 'B2' }];

	test.each<[string, Array<Partial<ScoreReport>>, string[][]]>([
		['a changed placement, but not a different spelling of the same result', spellings, [['a'], [], ['a']]],
		['only scores that the filters include', [{}, { placement: 'excluded' }, { placement: 'C1' }], [['a'], [], ['a']]],
	])('returns %s', (_, rounds, expected) => {
		const options = { ...changed, wants: ({ placement }: ScoreReport) => placement !== 'excluded' };
		const answers = [[], ...rounds.map((fields) => [result('a', fields)])];
		const { emitted } = polls(...answers.map((answer, index) => ({ now: NOW + index * MINUTE, answer, options })));
		expect(emitted.slice(1)).toEqual(expected);
	});

	test('stores a hash of the score only while it is turned on', () => {
		const { cursor } = polls({ now: NOW, answer: rescored(500), options: changed });
		expect(resultsOf(cursor)).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
		expect(resultsOf(step(cursor, [], NOW + MINUTE).cursor)).toEqual([true]);
		expect(resultsOf(step(undefined, rescored(500), NOW).cursor)).toEqual([true]);
	});

	test("returns the second change after it is turned on, because the first can't be compared with an earlier score", () => {
		const { emitted } = polls(
			{ now: NOW, answer: rescored(500) },
			{ now: NOW + MINUTE, answer: rescored(510), options: changed },
			{ now: NOW + 2 * MINUTE, answer: rescored(520), options: changed },
			{ now: NOW + 3 * MINUTE, answer: rescored(530) },
		);
		expect(emitted).toEqual([[], [], ['a'], []]);
	});
});

const groups = (...groupIds: string[]): PollOptions => ({ ...WEEK, groupIds });

test.each([
	['to different groups', groups('a'), groups('b')],
	['to more groups', groups('a'), groups('a', 'b')],
	['from groups to all users', groups('a'), WEEK],
	['to a different account', WEEK, { ...WEEK, account: 'other' }],
])('after a change %s, a poll returns only awaited scores and those since the last poll', (_, options, others) => {
	const { cursor } = polls({ now: NOW, answer: [result('awaited', { status: 'ScorePending' })], options });
	const answer = [
		result('awaited'),
		result('since', { completed: at(NOW + 1) }),
		result('just since', { completed: at(NOW - 10 * MINUTE) }),
		result('before', { completed: at(NOW - 10 * MINUTE - 1) }),
		result('undated', { completed: null }),
	];
	const after = step(cursor, answer, NOW + HOUR, others);
	expect(after.emitted).toEqual(['awaited', 'just since', 'since']);
	expect(step(after.cursor, answer, NOW + 2 * HOUR, others).emitted).toEqual([]);
});

test.each([
	['the same groups in a different order', groups('one', 'two'), groups('two', 'one')],
	['fewer groups', groups('one', 'two'), groups('two')],
	['groups instead of all users', WEEK, groups('one', 'two')],
])('after a change to %s, a poll still returns a score that appears late', (_, earlier, later) => {
	const { cursor } = step(undefined, [], NOW, earlier);
	const late = result('late', { completed: at(NOW - DAY) });
	expect(step(cursor, [late], NOW + HOUR, later).emitted).toEqual(['late']);
});
