import { describe, expect, test } from 'vitest';

import type { Cursor, PollOptions } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { ScoreReport } from '../../../nodes/api/specification/types.ts';
import { asksFrom, at, DAY, HOUR, ids, MINUTE, NOW, polls, result, step, WEEK } from './step.ts';

describe('a report that waits for its score', () => {
	const waiting = result('late', { status: 'NeedsReview', completed: at(NOW - HOUR), score: 0 });
	const undated = result('late', { status: 'ScorePending', completed: null, started: at(NOW - DAY) });

	test('is looked for behind the window, also when one answer lacks it, until it is scored', () => {
		const seen = polls({ now: NOW, answer: [waiting] }, { now: NOW + 20 * DAY, answer: [] });
		expect(asksFrom(seen.cursor, NOW + 30 * DAY)).toBe(at(NOW + 13 * DAY - 10 * MINUTE));
		const answers = [30, 31, 32, 33].map((day) => ({ now: NOW + day * DAY, answer: [] }));
		const further = polls({ now: NOW, answer: [waiting] }, { now: NOW + 20 * DAY, answer: [] }, ...answers).cursor;
		expect(asksFrom(further, NOW + 34 * DAY)).toBe(at(NOW - HOUR));
		const scored = step(further, [result('late')], NOW + 34 * DAY);
		expect(ids(scored.emitted)).toEqual(['late']);
		expect([...scored.cursor.pending]).toEqual([]);
		expect(ids(step(scored.cursor, [result('late')], NOW + 35 * DAY).emitted)).toEqual([]);
	});

	test('counts from its start while its completion is not known, also where that lies before the window', () => {
		const started = result('late', { status: 'ScorePending', completed: null, started: at(NOW - 9 * DAY) });
		expect([...step(undefined, [undated], NOW).cursor.pending.values()]).toEqual([NOW - DAY]);
		expect([...step(undefined, [started], NOW).cursor.pending.values()]).toEqual([NOW - 9 * DAY]);
		const scored = polls({ now: NOW, answer: [undated] }, { now: NOW + 1, answer: [result('late')] });
		expect(scored.emitted).toEqual([[], ['late']]);
	});

	test('keeps what was known of its completion when an answer does not tell it', () => {
		const { cursor } = polls({ now: NOW, answer: [waiting] }, { now: NOW + 1, answer: [undated] });
		expect([...cursor.pending.values()]).toEqual([NOW - HOUR]);
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
		[
			'it was completed before the window',
			result('late', { status: 'NeedsReview', completed: at(NOW - 9 * DAY) }),
			WEEK,
		],
	])('is not awaited when %s', (_, report, options) => {
		expect([...polls({ now: NOW, answer: [report], options }).cursor.pending]).toEqual([]);
	});

	test('is not taken for a new one when a look behind the window brings up others that wait without a date', () => {
		const other = result('other', { status: 'ScorePending', completed: null });
		const seen = polls(
			{ now: NOW, answer: [waiting] },
			{ now: NOW + 8 * DAY, answer: [] },
			{ now: NOW + 8 * DAY + 1, answer: [] },
		);
		expect(asksFrom(seen.cursor, NOW + 8 * DAY + 2)).toBe(at(NOW - HOUR));
		const far = step(seen.cursor, [waiting, other], NOW + 8 * DAY + 2).cursor;
		expect(far.pending.size).toBe(1);
		expect(step(far, [other], NOW + 8 * DAY + 3).cursor.pending.size).toBe(2);
	});
});

test.each([
	['is not looked for behind the window', false, 0],
	['is, where its new score will be emitted', true, 1],
])('a scored report that is looked into again %s', (_, emitRescored, pending) => {
	const options = { ...WEEK, emitRescored };
	const review = result('a', { status: 'NeedsReview' });
	const { cursor, emitted } = polls(
		{ now: NOW, answer: [result('a')], options },
		{ now: NOW + 1, answer: [review], options },
		{ now: NOW + 9 * DAY, answer: [], options },
		{ now: NOW + 9 * DAY + 1, answer: [], options },
	);
	expect(cursor.pending.size).toBe(pending);
	expect(emitted.flat()).toEqual([]);
	// The same score again is no new one, however long that took.
	expect(ids(step(cursor, [result('a')], NOW + 9 * DAY + 2, options).emitted)).toEqual([]);
	const other = step(cursor, [result('a', { score: 510 })], NOW + 9 * DAY + 2, options).emitted;
	expect(ids(other)).toEqual(emitRescored ? ['a'] : []);
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

	test('nothing that was completed before the window when lookbackDays is raised', () => {
		const old = result('old', { completed: at(NOW - 10 * DAY) });
		const month = { ...WEEK, lookbackDays: 30 };
		expect(polls({ now: NOW, answer: [] }, { now: NOW + MINUTE, answer: [old], options: month }).emitted[1]).toEqual(
			[],
		);
	});

	test('a report whose completion is exactly the beginning of the window', () => {
		const first = polls({ now: NOW, answer: [] });
		const edge = result('edge', { completed: at(NOW - 7 * DAY - 10 * MINUTE) });
		expect(ids(step(first.cursor, [edge], NOW + MINUTE).emitted)).toEqual(['edge']);
	});

	test('no known score of the day on which the window begins', () => {
		const known = result('known', { completed: at(NOW - 7 * DAY) });
		expect(polls({ now: NOW, answer: [known] }, { now: NOW + MINUTE, answer: [known] }).emitted).toEqual([[], []]);
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

	test('what was seen waiting is emitted also from behind the window', () => {
		const old = { completed: at(NOW - DAY) };
		const seen = polls(
			{ now: NOW, answer: [result('waiting', { ...old, status: 'NeedsReview' })], options },
			{ now: NOW + 20 * DAY, answer: [], options },
		);
		expect(ids(step(seen.cursor, [result('waiting', old)], NOW + 21 * DAY, others).emitted)).toEqual(['waiting']);
	});
});

test.each([
	['the same groups in another order', 'emitted', groups('one', 'two'), groups('two', 'ONE', 'two'), ['late']],
	['fewer groups', 'emitted', groups('one', 'two'), groups('two'), ['late']],
	['groups instead of all users', 'emitted', WEEK, groups('one', 'two'), ['late']],
	['groups whose IDs are made of the same letters', 'known', groups('a', 'bc'), groups('ab', 'c'), []],
])('when %s are asked for, a late score is %s', (_what, _fate, earlier, later, emitted) => {
	const first = step(undefined, [], NOW, earlier);
	const late = result('late', { completed: at(NOW - DAY) });
	expect(ids(step(first.cursor, [late], NOW + HOUR, later).emitted)).toEqual(emitted);
});

test('what is remembered is the window and not the history of the account', () => {
	let cursor: Cursor | undefined;
	const sizes: number[] = [];
	for (let day = 0; day < 60; day++) {
		const now = NOW + day * DAY;
		const from = Date.parse(asksFrom(cursor, now));
		const completed = Array.from({ length: 10 * (day + 1) }, (_, index) => NOW + (index / 10) * DAY);
		const answer = completed
			.filter((instant) => instant >= from && instant < now)
			.map((instant) => result(`completed at ${instant}`, { completed: at(instant) }));
		cursor = step(cursor, answer, now).cursor;
		sizes.push(cursor.scored.size);
	}
	expect(Math.max(...sizes)).toBeLessThanOrEqual(9 * 10);
});
