import { describe, expect, test } from 'vitest';

import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import {
	beginsLater,
	MAX_PENDING_DAYS,
	scoresFilter,
	windowOf,
} from '../../../nodes/EnterpriseAssessmentPollTrigger/window.ts';
import { asksFrom, at, DAY, HOUR, MINUTE, NOW, polls, result, step, WEEK } from './step.ts';

const BEGIN = NOW - 7 * DAY - 10 * MINUTE;

describe('what a poll asks for', () => {
	test('the first: lookbackDays and ten minutes', () => {
		const window = windowOf(undefined, NOW, WEEK);
		expect(window).toEqual({ from: BEGIN, askFrom: BEGIN, pollsInWindow: 0 });
		expect(scoresFilter(window, WEEK)).toEqual({ completedOnOrAfter: '2026-11-14T11:50:00.000Z' });
	});

	test('after an outage: as long before the last successful poll, however long ago it was', () => {
		const { cursor } = polls({ now: NOW, answer: [] });
		expect(asksFrom(cursor, NOW + 100 * DAY)).toBe(at(BEGIN));
	});

	test('the groups, if there are any', () => {
		const options = { ...WEEK, groupIds: ['b', 'a'] };
		expect(scoresFilter(windowOf(undefined, NOW, options), options)).toEqual({
			completedOnOrAfter: at(BEGIN),
			groupIds: ['b', 'a'],
		});
	});
});

test('nothing can be found while the window begins in the future', () => {
	const { cursor } = polls({ now: NOW, answer: [] });
	expect([BEGIN - 1, BEGIN, NOW].map((now) => beginsLater(cursor, now))).toEqual([true, false, false]);
});

test('a larger lookbackDays acts as time goes on: the window does not move back', () => {
	const month = { ...WEEK, lookbackDays: 30 };
	const raised = polls({ now: NOW, answer: [] }, { now: NOW + MINUTE, answer: [], options: month });
	expect(asksFrom(raised.cursor, NOW + 23 * DAY, month)).toBe(at(BEGIN));
	expect(step(raised.cursor, [], NOW + 24 * DAY, month).cursor.from).toBe(NOW - 6 * DAY - 10 * MINUTE);
});

/** Polls that find a report waiting, which they never see scored: how many days each looks back. */
function lookBacks(lookbackDays: number, everyMs: number, days: number): number[] {
	const options = { ...WEEK, lookbackDays };
	const stuck = result('stuck', { status: 'NeedsReview', completed: at(NOW), score: 0 });
	const looked: number[] = [];
	let cursor: Cursor | undefined;
	for (let now = NOW; now <= NOW + days * DAY; now += everyMs) {
		const from = Date.parse(asksFrom(cursor, now, options));
		looked.push((now - from) / DAY);
		cursor = step(cursor, from <= NOW ? [stuck] : [], now, options).cursor;
	}
	return looked;
}

describe('a report that never gets its score', () => {
	const cadences = [10 * MINUTE, 6 * HOUR, DAY];

	test.each([1, 7, 30].flatMap((days) => cadences.map((every) => [days, every] as const)))(
		'with a window of %i days and a poll every %i ms: less than two windows on average',
		(days, every) => {
			const looked = lookBacks(days, every, days + MAX_PENDING_DAYS);
			const mean = looked.reduce((sum, one) => sum + one, 0) / looked.length;
			expect(mean).toBeLessThan(2 * days);
			expect(mean).toBeGreaterThan(days);
		},
	);

	test('is looked for at least each time the polls have read as many days as it lies behind the window', () => {
		const looked = lookBacks(7, HOUR, 97);
		const far = looked.flatMap((days, index) => (days > 7.1 ? [index] : []));
		const pauses = far.slice(1).map((index, nth) => index - (far[nth] ?? 0));
		expect(far[0]).toBe(7 * 24 + 3);
		expect(Math.max(...pauses)).toBe(Math.ceil(90 / 7) + 1);
	});

	test('is given up after 90 days more, and then nothing is read for it', () => {
		expect(Math.max(...lookBacks(7, HOUR, 97).slice(-14))).toBeGreaterThan(96);
		expect(Math.max(...lookBacks(7, HOUR, 100).slice(-24))).toBeCloseTo(7 + 1 / 24 + 10 / 24 / 60);
	});
});
