import { describe, expect, test } from 'vitest';

import { isFarLook } from '../../../nodes/EnterpriseAssessmentPollTrigger/n8nPolls.ts';
import type { Cursor, PollOptions } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import { beginPoll, isCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import type { ScoreReport, User } from '../../../nodes/api/specification/values.ts';

// test/integration/pollTrigger/histories.test.ts covers everything else that polls decide.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const NOW = Date.UTC(2026, 10, 21, 12);

const WEEK: PollOptions = {
	account: 'https://assess.example.com 1',
	groups: [],
	groupIds: [],
	lookbackDays: 7,
	emitRescored: false,
	looksFar: true,
	wants: () => true,
};

/** A user with a single report, which was completed an hour ago and is scored. */
function result(id: string, fields: Partial<ScoreReport> = {}): User {
	const report = { userAssessmentId: id, status: 'Completed', completed: at(NOW - HOUR), score: 500, ...fields };
	return { userId: `user of ${id}`, scoreReports: [report] };
}

const at = (instant: number) => new Date(instant).toISOString();

/** One poll with its response. As in n8n, the cursor is stored as JSON and parsed again. */
function step(cursor: Cursor | undefined, answer: readonly User[], now: number, options = WEEK) {
	const looksFar = options.looksFar && cursor !== undefined && isFarLook(cursor, now);
	const { see, finish } = beginPoll(cursor, now, { ...options, looksFar });
	const { found, cursor: next } = finish(answer.flatMap(see));
	const stored: unknown = JSON.parse(JSON.stringify(next));
	if (!isCursor(stored)) throw new Error('The cursor could not be read again');
	return { emitted: found.map(({ report }) => report.userAssessmentId), cursor: stored };
}

/** Runs several polls in a row. Returns the last cursor, and the IDs that each poll emitted. */
function polls(...rounds: Array<{ now: number; answer: User[]; options?: PollOptions }>) {
	let cursor: Cursor | undefined;
	const emitted = rounds.map(({ now, answer, options }) => {
		const found = step(cursor, answer, now, options);
		cursor = found.cursor;
		return found.emitted;
	});
	if (cursor === undefined) throw new Error('There was no poll');
	return { cursor, emitted };
}

/** The reports that are waiting for a score, each with the time from which polls look for it. */
function waiting({ known }: Cursor): Record<string, number> {
	const entries = Object.entries(known).filter(([, { waits }]) => waits);
	return Object.fromEntries(entries.map(([id, { completed }]) => [id, completed]));
}

const BEGIN = NOW - 7 * DAY - 10 * MINUTE;
const month: PollOptions = { ...WEEK, lookbackDays: 30 };
const polled = polls({ now: NOW, answer: [] }).cursor;

test('the time window of a poll limits which scores the saved state contains, and each takes only a few characters', () => {
	const before = polls({ now: NOW - DAY, answer: [result('before', { completed: at(BEGIN - 1) })] });
	const { cursor } = step(before.cursor, [result('in it', { completed: at(BEGIN) })], NOW);
	expect(Object.keys(cursor.known)).toEqual(['in it']);
	expect(JSON.stringify(cursor.known).length).toBeLessThan(70);
});

test.each([
	['a different account within Lookback Days', 'other', 7 * DAY, true],
	['a different account after Lookback Days', 'other', 7 * DAY + 1, false],
])('a poll can continue with %s (%s, %i ms after the last poll): %s', (_, account, pause, expected) => {
	const answer = [result('scored since', { completed: at(NOW + pause) })];
	const { emitted } = step(polled, answer, NOW + pause, { ...WEEK, account });
	expect(emitted).toEqual(expected ? ['scored since'] : []);
});

describe('a report that waits for its score', () => {
	const review = result('late', { status: 'NeedsReview', completed: at(NOW - HOUR), score: 0 });
	const leavesWindow = NOW - HOUR + 7 * DAY + 10 * MINUTE;
	const near = { ...WEEK, looksFar: false };
	const excluding = { ...WEEK, wants: () => false };

	test('is kept after 90 days until a poll has looked for it, but no longer than 180 days', () => {
		const now = leavesWindow + 90 * DAY + 1;
		const { cursor } = polls({ now: NOW, answer: [review] }, { now: NOW + 80 * DAY, answer: [] });
		const kept = step(cursor, [], now, near).cursor;
		const again = step(kept, [], now + MINUTE).cursor;
		expect([kept, again].map(waiting)).toEqual([{ late: NOW - HOUR }, { late: NOW - HOUR }]);
		expect(step(again, [result('late')], now + 6 * HOUR).emitted).toEqual(['late']);
		expect(step(again, [result('late')], now + 6 * HOUR, excluding).emitted).toEqual([]);
		expect(waiting(step(again, [review], now + 6 * HOUR).cursor)).toEqual({});
		const last = [0, 1].map((more) => step(cursor, [], leavesWindow + 180 * DAY + more, near).cursor);
		expect(last.map(waiting)).toEqual([{ late: NOW - HOUR }, {}]);
	});

	test('is looked for from its completion, or else from its start, even if it had a score and lost its completion time', () => {
		const early = result('early', { status: 'ScorePending', completed: null, started: at(NOW - 9 * DAY) });
		const undated = result('undated', { status: 'ScorePending', completed: null, started: null });
		const times = { started: at(BEGIN - HOUR), completed: at(BEGIN) };
		const answers = [result('a', times), result('a', { ...times, status: 'NeedsReview', completed: null })];
		const rounds = answers.map((user, nth) => ({ now: NOW + nth * 6 * HOUR, answer: [user, early, undated] }));
		const { cursor } = polls(...rounds.map((round) => ({ ...round, options: { ...WEEK, emitRescored: true } })));
		expect(waiting(cursor)).toEqual({ a: BEGIN, early: NOW - 9 * DAY, undated: BEGIN });
		const scored = result('early', { completed: null });
		const later = [early, scored, scored].map((user, nth) => ({ now: NOW + nth * MINUTE, answer: [user] }));
		expect(polls(...later).emitted).toEqual([[], ['early'], []]);
	});

	test.each([
		['the filters exclude it', review, excluding],
		["the person hasn't finished", result('late', { status: 'InProgress', completed: null, started: at(NOW) }), WEEK],
		['it was completed before the window', result('late', { status: 'NeedsReview', completed: at(BEGIN - 1) }), WEEK],
	])("isn't looked for if %s", (_, user, options) => {
		expect(waiting(polls({ now: NOW, answer: [user], options }).cursor)).toEqual({});
	});
});

test("new scores since the beginning of the window are returned once each, sorted by completion time and then in the service's order", () => {
	const answer = [
		result('noon', { completed: '2026-11-21T12:00:00+00:00' }),
		result('later', { completed: '2026-11-21T12:00:00.0020000+00:00' }),
		result('earlier', { completed: '2026-11-21T12:30:00.0000000+01:00' }),
		result('noon too', { completed: '2026-11-21T13:00:00+01:00' }),
		result('NOON'),
		result('at the border', { completed: at(BEGIN) }),
	];
	expect(step(polled, answer, NOW + 1).emitted).toEqual(['at the border', 'earlier', 'noon', 'noon too', 'later']);
});

test('lower Lookback Days apply from the next poll on, even after a pause', () => {
	const answer = [result('old', { completed: at(NOW + 12 * DAY) }), result('new', { completed: at(NOW + 14 * DAY) })];
	const { emitted } = polls({ now: NOW, answer: [], options: month }, { now: NOW + 20 * DAY, answer });
	expect(emitted).toEqual([[], ['new']]);
});

describe("'Include Changed Scores'", () => {
	const changed: PollOptions = { ...WEEK, emitRescored: true };
	const resultsOf = ({ known }: Cursor) => Object.values(known).map((one) => one.result);
	const rescored = (score: number) => [result('a', { score })];
	const completed = '2026-11-21T11:00:00Z';
	const review = { completed, status: 'NeedsReview' };
	const spellings = [{ completed }, review, { completed: '2026-11-21T12:00:00+01:00' }, { completed, placement: 'B2' }];

	test('returns a changed placement, but not a different spelling of the same result, even after a review', () => {
		const rounds = [[], ...spellings.map((fields) => [result('a', fields)])];
		const at = (index: number) => ({ now: NOW + index * MINUTE, options: changed });
		const { emitted } = polls(...rounds.map((answer, index) => ({ ...at(index), answer })));
		expect(emitted.slice(1)).toEqual([['a'], [], [], ['a']]);
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
	['to more groups', groups('a'), groups('a', 'b'), false],
	['from groups to all users', groups('a'), WEEK, false],
	['to a different account', WEEK, { ...WEEK, account: 'other' }, false],
	['of the order of the groups', groups('a', 'b'), groups('b', 'a'), true],
])('after a change %s, a poll returns awaited scores, those since the last, and late ones: %j, %j, %s', (...row) => {
	const [, options, others, isLateReturned] = row;
	const { cursor } = polls({ now: NOW, answer: [result('awaited', { status: 'ScorePending' })], options });
	const answer = [
		result('awaited'),
		result('since', { completed: at(NOW + 1) }),
		result('just since', { completed: at(NOW - 10 * MINUTE) }),
		result('late', { completed: at(NOW - 10 * MINUTE - 1) }),
		result('undated', { completed: null }),
	];
	const after = step(cursor, answer, NOW + HOUR, others);
	const late = isLateReturned ? ['late', 'undated'] : [];
	expect(after.emitted.toSorted()).toEqual(['awaited', 'just since', 'since', ...late].toSorted());
	expect(step(after.cursor, answer, NOW + 2 * HOUR, others).emitted).toEqual([]);
});
