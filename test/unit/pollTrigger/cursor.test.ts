import { describe, expect, test } from 'vitest';

import {
	beginsLater,
	MAX_PENDING_DAYS,
	scoresFilter,
	step,
} from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { Cursor, PollOptions, Result } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { ScoreReport } from '../../../nodes/api/specification/types.ts';
import { DAY, HOUR, MINUTE } from './serviceModel.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const WEEK: PollOptions = { lookbackDays: 7, emitRescored: false, credentialsId: '', groupIds: [], wants: () => true };

function result(id: string, fields: Partial<ScoreReport> = {}): Result {
	const report = { userAssessmentId: id, status: 'Completed', completed: at(NOW - HOUR), score: 500, ...fields };
	return { user: { userId: `user of ${id}`, scoreReports: [report] }, report };
}

function at(instant: number): string {
	return new Date(instant).toISOString();
}

function ids(results: readonly Result[]): string[] {
	return results.map(({ report }) => report.userAssessmentId);
}

/** Polls one after the other, each with its answer; what each emitted. */
function polls(...rounds: Array<{ now: number; answer: Result[]; options?: PollOptions }>): {
	cursor: Cursor | undefined;
	emitted: string[][];
} {
	let cursor: Cursor | undefined;
	const emitted = rounds.map(({ now, answer, options = WEEK }) => {
		const stepped = step(cursor, answer, now, options);
		cursor = stepped.cursor;
		return ids(stepped.emitted);
	});
	return { cursor, emitted };
}

describe('what a poll asks for', () => {
	test('the first: lookbackDays and ten minutes', () => {
		expect(scoresFilter(undefined, NOW, WEEK)).toEqual({ completedOnOrAfter: '2026-11-14T11:50:00.000Z' });
	});

	test('after an outage: as long before the last successful poll, however long ago it was', () => {
		const { cursor } = polls({ now: NOW, answer: [] });
		expect(scoresFilter(cursor, NOW + 100 * DAY, WEEK)).toEqual({ completedOnOrAfter: '2026-11-14T11:50:00.000Z' });
	});

	test('the groups, if there are any', () => {
		const options = { ...WEEK, groupIds: ['b', 'a'] };
		expect(scoresFilter(undefined, NOW, options)).toEqual({
			completedOnOrAfter: '2026-11-14T11:50:00.000Z',
			groupIds: ['b', 'a'],
		});
	});
});

test('nothing can be found while the window begins in the future', () => {
	const { cursor } = step(undefined, [], NOW, WEEK);
	const begin = NOW - 7 * DAY - 10 * MINUTE;
	expect([begin - 1, begin, NOW].map((now) => beginsLater(cursor, now))).toEqual([true, false, false]);
});

describe('a report that waits for its score', () => {
	const waiting = result('late', { status: 'NeedsReview', completed: at(NOW - HOUR), score: 0 });

	test('holds the window open, also when one answer lacks it, until it is scored', () => {
		const seen = polls({ now: NOW, answer: [waiting] }, { now: NOW + 20 * DAY, answer: [] });
		expect(scoresFilter(seen.cursor, NOW + 30 * DAY, WEEK).completedOnOrAfter).toBe(at(NOW - HOUR));
		const scored = step(seen.cursor, [result('late')], NOW + 30 * DAY, WEEK);
		expect(ids(scored.emitted)).toEqual(['late']);
		expect(scored.cursor.from).toBe(NOW + 23 * DAY - 10 * MINUTE);
		expect([...scored.cursor.pending]).toEqual([]);
	});

	test('does so for a limited time, since it may never be scored', () => {
		const limit = NOW - HOUR + 10 * MINUTE + (7 + MAX_PENDING_DAYS) * DAY;
		const within = polls({ now: NOW, answer: [waiting] }, { now: limit, answer: [waiting] });
		expect(within.cursor?.from).toBe(NOW - HOUR);
		const beyond = polls({ now: NOW, answer: [waiting] }, { now: limit + 1, answer: [waiting] });
		expect(beyond.cursor?.from).toBe(limit + 1 - 7 * DAY - 10 * MINUTE);
		expect([...(beyond.cursor?.pending ?? [])]).toEqual([]);
	});

	test('counts from its start while its completion is not known', () => {
		const unknown = result('late', { status: 'ScorePending', completed: null, started: at(NOW - DAY) });
		expect(polls({ now: NOW, answer: [unknown] }, { now: NOW + 9 * DAY, answer: [] }).cursor?.from).toBe(NOW - DAY);
	});

	test('is emitted although it turns out to have been completed before the window', () => {
		const unknown = result('late', { status: 'ScorePending', completed: null, started: null });
		const scored = result('late', { completed: at(NOW - 30 * DAY) });
		const { emitted } = polls({ now: NOW, answer: [unknown] }, { now: NOW + 1, answer: [scored] });
		expect(emitted).toEqual([[], ['late']]);
	});

	test.each([
		['the filters exclude it', waiting, { ...WEEK, wants: () => false }],
		['the user has not finished', result('late', { status: 'InProgress', completed: null, started: at(NOW) }), WEEK],
		['it has no status', result('late', { status: undefined }), WEEK],
	])('not when %s', (_, report, options) => {
		const { cursor } = polls({ now: NOW, answer: [report], options }, { now: NOW + 9 * DAY, answer: [], options });
		expect(cursor?.from).toBe(NOW + 2 * DAY - 10 * MINUTE);
	});
});

test.each([
	['does not hold the window open', false, NOW + 2 * DAY - 10 * MINUTE],
	['does so where its new score will be emitted', true, NOW - HOUR],
])('a scored report that is looked into again %s', (_, emitRescored, from) => {
	const options = { ...WEEK, emitRescored };
	const review = result('a', { status: 'NeedsReview' });
	const { cursor } = polls(
		{ now: NOW, answer: [result('a')], options },
		{ now: NOW + 1, answer: [review], options },
		{ now: NOW + 9 * DAY, answer: [], options },
	);
	expect(cursor?.from).toBe(from);
});

describe('what is emitted', () => {
	test('by time of completion, in the order of the service where it is the same', () => {
		const answer = [
			result('noon', { completed: '2026-11-21T12:00:00+00:00' }),
			result('later', { completed: '2026-11-21T12:00:00.0020000+00:00' }),
			result('earlier', { completed: '2026-11-21T12:30:00.0000000+01:00' }),
			result('noon too', { completed: '2026-11-21T13:00:00+01:00' }),
		];
		const { emitted } = polls({ now: NOW, answer: [] }, { now: NOW + 1, answer });
		expect(emitted[1]).toEqual(['earlier', 'noon', 'noon too', 'later']);
	});

	test('once, when an answer holds a report twice', () => {
		const twice = [result('a'), result('A')];
		expect(polls({ now: NOW, answer: [] }, { now: NOW + 1, answer: twice }).emitted[1]).toEqual(['a']);
	});

	test('what the filters let through; what they exclude stays excluded when they are widened', () => {
		const options = { ...WEEK, wants: ({ assessmentType }: ScoreReport) => assessmentType === 'TenPoint' };
		const answer = [
			result('ten', { assessmentType: 'TenPoint' }),
			result('other', { assessmentType: 'ThousandPoint' }),
		];
		const { emitted } = polls(
			{ now: NOW, answer: [], options },
			{ now: NOW + 1, answer, options },
			{ now: NOW + 2, answer },
		);
		expect(emitted).toEqual([[], ['ten'], []]);
	});

	test('nothing twice when lookbackDays is raised, and the larger window from then on', () => {
		const old = result('old', { completed: at(NOW - 10 * DAY) });
		const month = { ...WEEK, lookbackDays: 30 };
		const raised = polls({ now: NOW, answer: [] }, { now: NOW + MINUTE, answer: [old], options: month });
		expect(raised.emitted[1]).toEqual([]);
		expect(raised.cursor?.from).toBe(NOW - 7 * DAY - 10 * MINUTE);
		expect(step(raised.cursor, [], NOW + 23 * DAY, month).cursor.from).toBe(NOW - 7 * DAY - 10 * MINUTE);
	});

	test('a report whose completion is exactly the beginning of the window', () => {
		const first = polls({ now: NOW, answer: [] });
		const edge = result('edge', { completed: at(NOW - 7 * DAY - 10 * MINUTE) });
		expect(ids(step(first.cursor, [edge], NOW + MINUTE, WEEK).emitted)).toEqual(['edge']);
	});

	test('a scored report without a completion that can be read: once, as long as the service returns it', () => {
		const undated = result('undated', { completed: null });
		const months = [0, 30, 60, 90].map((days) => ({ now: NOW + days * DAY, answer: days === 0 ? [] : [undated] }));
		expect(polls(...months).emitted).toEqual([[], ['undated'], [], []]);
	});

	test('what is scored again only where the filters let it through', () => {
		const options = { ...WEEK, emitRescored: true, wants: ({ placement }: ScoreReport) => placement !== 'B2' };
		const rounds = [[], [result('a')], [result('a', { placement: 'B2' })], [result('a', { placement: 'C1' })]];
		const { emitted } = polls(...rounds.map((answer, index) => ({ now: NOW + index, answer, options })));
		expect(emitted).toEqual([[], ['a'], [], ['a']]);
	});

	test('a changed placement is a new score, another spelling of the same result is not', () => {
		const options = { ...WEEK, emitRescored: true };
		const spellings = [{ completed: '2026-11-21T11:00:00Z' }, { completed: '2026-11-21T12:00:00.0000000+01:00' }];
		const rounds = [[], ...spellings.map((fields) => [result('a', fields)]), [result('a', { placement: 'B2' })]];
		const { emitted } = polls(...rounds.map((answer, index) => ({ now: NOW + index * MINUTE, answer, options })));
		expect(emitted).toEqual([[], ['a'], [], ['a']]);
	});
});

const groups = (...groupIds: string[]): PollOptions => ({ ...WEEK, groupIds });

describe.each([
	['other groups are asked for', groups('a'), groups('b')],
	['more groups are asked for', groups('a'), groups('a', 'b')],
	['all users are asked for', groups('a'), WEEK],
	['other credentials are chosen', WEEK, { ...WEEK, credentialsId: 'those of another account' }],
])('when %s', (_what, options, others) => {
	const before = polls({ now: NOW, answer: [result('waiting', { status: 'ScorePending' })], options });

	test.each([
		['what was completed since the last poll is emitted', result('new', { completed: at(NOW + 1) }), ['new']],
		['what was completed ten minutes before it is', result('at', { completed: at(NOW - 10 * MINUTE) }), ['at']],
		['what was completed before then is not', result('old', { completed: at(NOW - 10 * MINUTE - 1) }), []],
		['what may have been scored long ago is not', result('old', { completed: at(NOW - DAY) }), []],
		['what was seen waiting is emitted', result('waiting'), ['waiting']],
	])('%s', (_, report, emitted) => {
		const changed = step(before.cursor, [report], NOW + HOUR, others);
		expect(ids(changed.emitted)).toEqual(emitted);
		expect(ids(step(changed.cursor, [report], NOW + 2 * HOUR, others).emitted)).toEqual([]);
	});

	test('what was seen waiting is emitted also when nothing but it holds the window open', () => {
		const old = { completed: at(NOW - DAY) };
		const seen = polls(
			{ now: NOW, answer: [result('waiting', { ...old, status: 'NeedsReview' })], options },
			{ now: NOW + 20 * DAY, answer: [], options },
		);
		expect(seen.cursor?.from).toBe(NOW - DAY);
		expect(ids(step(seen.cursor, [result('waiting', old)], NOW + 21 * DAY, others).emitted)).toEqual(['waiting']);
	});
});

test.each([
	['the same groups in another order', groups('one', 'two'), groups('two', 'ONE', 'two'), ['late']],
	['fewer groups', groups('one', 'two'), groups('two'), ['late']],
	['groups instead of all users', WEEK, groups('one', 'two'), ['late']],
	['groups whose IDs are made of the same letters', groups('a', 'bc'), groups('ab', 'c'), []],
])('when %s are asked for, a late score is: %#', (_what, earlier, later, emitted) => {
	const first = step(undefined, [], NOW, earlier);
	const late = result('late', { completed: at(NOW - DAY) });
	expect(ids(step(first.cursor, [late], NOW + HOUR, later).emitted)).toEqual(emitted);
});

test('what is remembered is the window and not the history of the account', () => {
	let cursor: Cursor | undefined;
	const sizes: number[] = [];
	for (let day = 0; day < 60; day++) {
		const now = NOW + day * DAY;
		const from = Date.parse(scoresFilter(cursor, now, WEEK).completedOnOrAfter);
		const completed = Array.from({ length: 10 * (day + 1) }, (_, index) => NOW + (index / 10) * DAY);
		const answer = completed
			.filter((instant) => instant >= from && instant < now)
			.map((instant) => result(`completed at ${instant}`, { completed: at(instant) }));
		cursor = step(cursor, answer, now, WEEK).cursor;
		sizes.push(cursor.scored.size);
	}
	expect(Math.max(...sizes)).toBeLessThanOrEqual(9 * 10);
});
