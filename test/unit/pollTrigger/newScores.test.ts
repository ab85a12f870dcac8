import { describe, expect, test } from 'vitest';

import type { Cursor, PollOptions } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { goesOnFrom } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import type { ScoreReport, User } from '../../../nodes/api/specification/types.ts';
import { asksFrom, at, DAY, HOUR, MINUTE, NOW, polls, result, step, waiting, WEEK } from './step.ts';

const BEGIN = NOW - 7 * DAY - 10 * MINUTE;
const month: PollOptions = { ...WEEK, lookbackDays: 30 };

describe('the window', () => {
	test.each([
		['of the first poll: Lookback Days and ten minutes', undefined, NOW, BEGIN],
		[
			'after an outage: from before it, however long it was',
			polls({ now: NOW, answer: [] }).cursor,
			NOW + 100 * DAY,
			BEGIN,
		],
	])('%s', (_, cursor, now, from) => {
		expect(asksFrom(cursor, now)).toBe(at(from));
	});

	test('begins later at once when Lookback Days is lowered, after a pause as well', () => {
		const { cursor } = polls({ now: NOW, answer: [result('waiting', { status: 'ScorePending' })], options: month });
		const later = NOW + 20 * DAY;
		expect(asksFrom(cursor, later, month)).toBe(at(NOW - 30 * DAY - 10 * MINUTE));
		expect(asksFrom(cursor, later)).toBe(at(later - 7 * DAY - 10 * MINUTE));
		const lowered = step(
			cursor,
			[result('old', { completed: at(NOW) }), result('new', { completed: at(later) })],
			later,
		);
		expect(lowered.emitted).toEqual(['new']);
		expect(Object.keys(waiting(lowered.cursor))).toEqual(['waiting']);
	});

	test('reaches back when Lookback Days is raised, for scores that appear from then on', () => {
		const [soon, forgotten] = [{ completed: at(NOW - 10 * DAY) }, { completed: at(NOW - 20 * DAY) }];
		const { cursor } = polls({ now: NOW, answer: [] });
		expect(asksFrom(cursor, NOW + MINUTE, month)).toBe(at(NOW - 30 * DAY - 10 * MINUTE));
		const raised = step(cursor, [result('forgotten', forgotten)], NOW + MINUTE, month);
		expect(raised.emitted).toEqual([]);
		const answer = [result('forgotten', forgotten), result('soon', soon)];
		expect(step(raised.cursor, answer, NOW + HOUR, month).emitted).toEqual(['soon']);
	});

	test('goes by the clock after it was set back: what is scored by then counts as known', () => {
		const { cursor } = polls({ now: NOW + 365 * DAY, answer: [] });
		expect(asksFrom(cursor, NOW)).toBe(at(BEGIN));
		const first = step(cursor, [result('scored')], NOW);
		expect(first.emitted).toEqual([]);
		expect(asksFrom(first.cursor, NOW + MINUTE)).toBe(at(BEGIN));
		expect(step(first.cursor, [result('scored'), result('new')], NOW + MINUTE).emitted).toEqual(['new']);
	});

	test('is what is remembered, and not the history of the account', () => {
		let cursor: Cursor | undefined;
		const sizes: number[] = [];
		for (let day = 0; day < 60; day++) {
			const now = NOW + day * DAY;
			const from = Date.parse(asksFrom(cursor, now));
			const answer = Array.from({ length: 10 * (day + 1) }, (_, index) => NOW + (index / 10) * DAY)
				.filter((instant) => instant >= from && instant < now)
				.map((instant) => result(`completed at ${instant}`, { completed: at(instant) }));
			cursor = step(cursor, answer, now).cursor;
			sizes.push(Object.keys(cursor.known).length);
		}
		expect(Math.max(...sizes)).toBe(7 * 10);
		expect(JSON.stringify(cursor).length).toBeLessThan(7 * 10 * 100);
	});

	test.each([
		['the same account', WEEK.account, 100 * DAY, true],
		['another account within Lookback Days', 'other', 7 * DAY, true],
		['another account after Lookback Days', 'other', 7 * DAY + 1, false],
	])('goes on with %s', (_, account, pause, expected) => {
		const { cursor } = polls({ now: NOW, answer: [] });
		expect(goesOnFrom(cursor, { ...WEEK, account }, NOW + pause)).toBe(expected);
	});
});

describe('a report that waits for its score', () => {
	const review = result('late', { status: 'NeedsReview', completed: at(NOW - HOUR), score: 0 });
	const undated = result('late', { status: 'ScorePending', completed: null, started: at(NOW - DAY) });

	test('is looked for behind the window by the first poll of each quarter of a day, until it is scored', () => {
		const { cursor } = polls({ now: NOW, answer: [review] }, { now: NOW + 20 * DAY, answer: [] });
		const soon = NOW + 20 * DAY + 6 * HOUR - 1;
		expect(asksFrom(cursor, soon)).toBe(at(NOW + 13 * DAY - 10 * MINUTE));
		expect(asksFrom(step(cursor, [], soon).cursor, soon + 1)).toBe(at(NOW - HOUR));
		const scored = step(cursor, [result('late')], soon + 1);
		expect(scored.emitted).toEqual(['late']);
		expect(waiting(scored.cursor)).toEqual({});
		expect(step(scored.cursor, [result('late')], soon + 2).emitted).toEqual([]);
	});

	test.each([
		[90 * DAY, { late: NOW - HOUR }],
		[90 * DAY + 1, {}],
	])('is given up 90 days after the window: %i ms', (behind, expected) => {
		const now = NOW - HOUR + 7 * DAY + 10 * MINUTE + behind;
		const { cursor } = polls({ now: NOW, answer: [review] }, { now, answer: [] });
		expect(waiting(cursor)).toEqual(expected);
	});

	test('counts from its start while its completion is not known, else from the beginning of the window', () => {
		const early = result('early', { status: 'ScorePending', completed: null, started: at(NOW - 9 * DAY) });
		const unknown = result('unknown', { status: 'ScorePending', completed: null, started: null });
		const { cursor } = step(undefined, [undated, early, unknown], NOW);
		expect(waiting(cursor)).toEqual({ late: NOW - DAY, early: NOW - 9 * DAY, unknown: BEGIN });
	});

	test('keeps what was known of its completion when an answer does not tell it', () => {
		const { cursor } = polls({ now: NOW, answer: [review] }, { now: NOW + 1, answer: [undated] });
		expect(waiting(cursor)).toEqual({ late: NOW - HOUR });
	});

	test('is given although it turns out to have been completed before the window', () => {
		const unknown = result('late', { status: 'ScorePending', completed: null, started: null });
		const scored = result('late', { completed: at(NOW - 30 * DAY) });
		expect(polls({ now: NOW, answer: [unknown] }, { now: NOW + 1, answer: [scored] }).emitted).toEqual([[], ['late']]);
	});

	test('is not forgotten where the poll that sees it first is one that looks for another behind the window', () => {
		const started = at(NOW + 9 * DAY);
		const second = result('second', { status: 'ScorePending', started, completed: null });
		const { cursor } = polls(
			{ now: NOW, answer: [review] },
			// An outage between these two.
			{ now: NOW + 8 * DAY, answer: [] },
			{ now: NOW + 20 * DAY, answer: [review, second] },
			{ now: NOW + 20 * DAY + HOUR, answer: [] },
		);
		expect(waiting(cursor)).toEqual({ late: NOW - HOUR, second: NOW + 9 * DAY });
		const scored = result('second', { started, completed: at(NOW + 9 * DAY + HOUR) });
		expect(step(cursor, [scored], NOW + 21 * DAY).emitted).toEqual(['second']);
	});

	test('is not taken for a new one where it had its score before the window, and a look behind the window brings it up', () => {
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
		['the person has not finished', result('late', { status: 'InProgress', completed: null, started: at(NOW) }), WEEK],
		['it has no status', result('late', { status: undefined }), WEEK],
		['it was completed before the window', result('late', { status: 'NeedsReview', completed: at(BEGIN - 1) }), WEEK],
	])('is not awaited when %s', (_, user, options) => {
		expect(waiting(polls({ now: NOW, answer: [user], options }).cursor)).toEqual({});
	});

	test.each([
		['is not awaited', false, []],
		['is, where its new score will be given', true, ['a']],
	])('after it had one %s', (_, emitRescored, awaited) => {
		const options = { ...WEEK, emitRescored };
		const { cursor, emitted } = polls(
			{ now: NOW, answer: [result('a')], options },
			{ now: NOW + 1, answer: [result('a', { status: 'NeedsReview' })], options },
			{ now: NOW + 9 * DAY, answer: [], options },
		);
		expect(emitted.flat()).toEqual([]);
		expect(Object.keys(waiting(cursor))).toEqual(awaited);
		// An unchanged score is no new one, however long that took.
		const unchanged = step(cursor, [result('a')], NOW + 9 * DAY + 1, options);
		expect([unchanged.emitted, waiting(unchanged.cursor)]).toEqual([[], {}]);
		expect(step(cursor, [result('a', { score: 510 })], NOW + 9 * DAY + 1, options).emitted).toEqual(awaited);
	});
});

describe('what is given', () => {
	test('comes by time of completion, in the order of the service where that is equal', () => {
		const answer = [
			result('noon', { completed: '2026-11-21T12:00:00+00:00' }),
			result('later', { completed: '2026-11-21T12:00:00.0020000+00:00' }),
			result('earlier', { completed: '2026-11-21T12:30:00.0000000+01:00' }),
			result('noon too', { completed: '2026-11-21T13:00:00+01:00' }),
		];
		const { emitted } = polls({ now: NOW, answer: [] }, { now: NOW + 1, answer });
		expect(emitted[1]).toEqual(['earlier', 'noon', 'noon too', 'later']);
	});

	test('comes once when an answer holds a report twice', () => {
		const twice = [result('a'), result('A')];
		expect(polls({ now: NOW, answer: [] }, { now: NOW + 1, answer: twice }).emitted[1]).toEqual(['a']);
	});

	test('is what the filters let through; what they exclude stays excluded when they are widened', () => {
		const options = { ...WEEK, wants: ({ score }: ScoreReport) => score === 7 };
		const answer = [result('seven', { score: 7 }), result('other')];
		const narrow = polls({ now: NOW, answer: [], options }, { now: NOW + 1, answer, options });
		expect(narrow.emitted).toEqual([[], ['seven']]);
		expect(step(narrow.cursor, answer, NOW + 2).emitted).toEqual([]);
	});

	test.each([
		['at the beginning of the window', BEGIN, WEEK, ['a']],
		['before it', BEGIN - 1, WEEK, []],
		['before it, where Lookback Days was raised', NOW - 10 * DAY, month, []],
	])('depends on the completion: %s', (_, completed, options, expected) => {
		const answer = [result('a', { completed: at(completed) })];
		const { emitted } = polls({ now: NOW, answer: [] }, { now: NOW + MINUTE, answer, options });
		expect(emitted[1]).toEqual(expected);
	});

	test('holds a scored report without a time of completion once, as long as the service returns it', () => {
		const months = [0, 30, 60, 90].map((days) => ({
			now: NOW + days * DAY,
			answer: days === 0 ? [] : [result('undated', { completed: null })],
		}));
		expect(polls(...months).emitted).toEqual([[], ['undated'], [], []]);
	});

	test.each<[string, Array<Partial<ScoreReport>>, string[][]]>([
		[
			'a changed placement, and not another spelling of an unchanged result',
			[
				{ completed: '2026-11-21T11:00:00Z' },
				{ completed: '2026-11-21T12:00:00.0000000+01:00' },
				{ completed: '2026-11-21T11:00:00Z', placement: 'B2' },
			],
			[['a'], [], ['a']],
		],
		['what the filters let through', [{}, { placement: 'excluded' }, { placement: 'C1' }], [['a'], [], ['a']]],
	])('holds of what is scored again %s', (_, rounds, expected) => {
		const options = { ...WEEK, emitRescored: true, wants: ({ placement }: ScoreReport) => placement !== 'excluded' };
		const answers: User[][] = [[], ...rounds.map((fields) => [result('a', fields)])];
		const { emitted } = polls(...answers.map((answer, index) => ({ now: NOW + index * MINUTE, answer, options })));
		expect(emitted.slice(1)).toEqual(expected);
	});
});

describe('the stored result', () => {
	const changed: PollOptions = { ...WEEK, emitRescored: true };
	const resultsOf = ({ known }: Cursor) => Object.values(known).map((one) => one.result);
	const rescored = (score: number) => [result('a', { score })];

	test('is a hash of the score only while changed scores are wanted', () => {
		const { cursor } = polls({ now: NOW, answer: rescored(500), options: changed });
		expect(resultsOf(cursor)).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
		expect(resultsOf(step(cursor, [], NOW + MINUTE).cursor)).toEqual([true]);
		expect(resultsOf(step(undefined, rescored(500), NOW).cursor)).toEqual([true]);
	});

	test('is noted when changed scores become wanted, and the first change after that is given', () => {
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

describe.each([
	['other groups are asked for', groups('a'), groups('b')],
	['more groups are asked for', groups('a'), groups('a', 'b')],
	['all users are asked for', groups('a'), WEEK],
	['another account is behind the credentials', WEEK, { ...WEEK, account: 'other' }],
])('when %s', (_what, options, others) => {
	const { cursor } = polls({ now: NOW, answer: [result('waiting', { status: 'ScorePending' })], options });

	test.each([
		['what was completed since the last poll is given', result('new', { completed: at(NOW + 1) }), ['new']],
		['what was completed ten minutes before it is', result('at', { completed: at(NOW - 10 * MINUTE) }), ['at']],
		['what was completed before then is not', result('old', { completed: at(NOW - 10 * MINUTE - 1) }), []],
		['what was seen waiting is given', result('waiting'), ['waiting']],
		['what has no time of completion is not', result('undated', { completed: null }), []],
	])('%s', (_, user, expected) => {
		const changed = step(cursor, [user], NOW + HOUR, others);
		expect(changed.emitted).toEqual(expected);
		expect(step(changed.cursor, [user], NOW + 2 * HOUR, others).emitted).toEqual([]);
	});
});

test.each([
	['the groups in another order', groups('one', 'two'), groups('two', 'one')],
	['fewer groups', groups('one', 'two'), groups('two')],
	['groups instead of all users', WEEK, groups('one', 'two')],
])('when %s are asked for, a late score is given', (_what, earlier, later) => {
	const { cursor } = step(undefined, [], NOW, earlier);
	const late = result('late', { completed: at(NOW - DAY) });
	expect(step(cursor, [late], NOW + HOUR, later).emitted).toEqual(['late']);
});
