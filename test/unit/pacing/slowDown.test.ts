import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Refusal, SlowDown } from '../../../nodes/api/pacing/slowDown.ts';
import { afterAcceptance, afterRefusal, atTime, changesAt, FULL_SPEED } from '../../../nodes/api/pacing/slowDown.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** A refusal that others' requests caused, drawn in the middle of the range that keeps processes apart. */
const refusal: Refusal = { now: 10_000, sentAt: 9_900, retryAfterMs: undefined, ownFault: false, random: 0.5 };

function slowed(change: Partial<SlowDown>): SlowDown {
	return { ...FULL_SPEED, ...change };
}

describe('a refusal that the process can not have caused', () => {
	it.each([
		[5, 3, 18_000],
		[4, 2, 14_000],
		[3, 1, 10_500],
		[2, 1, 10_500],
		[1, 1, 10_500],
	])('gives up places: of %s are left %s, and one more is tried at %s', (places, left, nextPlaceAt) => {
		expect(afterRefusal(slowed({ places }), refusal)).toEqual({
			places: left,
			nextPlaceAt,
			closedUntil: 10_000,
			refusals: 1,
			refusedAt: 10_000,
		});
	});

	it.each([
		[0, 14_000],
		[0.75, 20_000],
	])('keeps processes apart that were refused together: random %s', (random, nextPlaceAt) => {
		expect(afterRefusal(FULL_SPEED, { ...refusal, random }).nextPlaceAt).toBe(nextPlaceAt);
	});
});

describe('a refusal that the process has caused', () => {
	it('costs a pause and no place', () => {
		const before = slowed({ places: 4, nextPlaceAt: 10_700 });
		expect(afterRefusal(before, { ...refusal, ownFault: true })).toEqual({
			places: 4,
			nextPlaceAt: 10_700,
			closedUntil: 10_100,
			refusals: 1,
			refusedAt: 10_000,
		});
	});
});

describe('refusals one after another', () => {
	it.each([
		[1, 0.5, 120],
		[2, 0.5, 144],
		[2, 0, 72],
		[25, 0.5, 9_539.62],
		[26, 0.5, 10_000],
		[400, 0.75, 12_500],
	])('after %s before it (random %s) the pause is %s ms', (refusals, random, pauseMs) => {
		const { closedUntil } = afterRefusal(slowed({ refusals, refusedAt: 9_900 }), { ...refusal, random });
		expect(closedUntil - 10_000).toBeCloseTo(pauseMs, 1);
	});

	it('count once where the requests were on their way together', () => {
		const first = slowed({ places: 3, refusals: 1, refusedAt: 9_901, closedUntil: NEVER });
		expect(afterRefusal(first, refusal)).toMatchObject({
			refusals: 1,
			refusedAt: 9_901,
			places: 1,
			closedUntil: 10_000,
		});
		const second = { ...first, refusedAt: 9_900 };
		expect(afterRefusal(second, refusal)).toMatchObject({ refusals: 2, refusedAt: 10_000, closedUntil: 10_120 });
	});

	it('are over with the first accepted request', () => {
		const state = slowed({ places: 2, refusals: 7, refusedAt: 5, closedUntil: 9, nextPlaceAt: 11 });
		expect(afterAcceptance(state)).toEqual({ ...state, refusals: 0 });
		const calm = slowed({ places: 2 });
		expect(afterAcceptance(calm)).toBe(calm);
	});
});

describe("the service's own wish", () => {
	it.each([
		[30_000, 40_000],
		[1_200_000, 1_210_000],
		[1_200_001, 1_210_000],
		[1e12, 1_210_000],
	])('of %s ms closes the account until %s', (retryAfterMs, closedUntil) => {
		for (const ownFault of [true, false]) {
			const state = slowed({ refusals: 3, refusedAt: 9_000 });
			expect(afterRefusal(state, { ...refusal, retryAfterMs, ownFault }).closedUntil).toBe(closedUntil);
		}
	});

	it.each([1, 2, 5])('of 0 ms is none: after %s refusals it backs off as without one', (refusals) => {
		for (const ownFault of [true, false]) {
			const state = slowed({ refusals, refusedAt: 9_000 });
			expect(afterRefusal(state, { ...refusal, retryAfterMs: 0, ownFault })).toEqual(
				afterRefusal(state, { ...refusal, ownFault }),
			);
		}
	});

	it('does not shorten an earlier one', () => {
		expect(afterRefusal(slowed({ closedUntil: 90_000 }), refusal).closedUntil).toBe(90_000);
	});
});

describe('taking places up again', () => {
	it.each([
		[2, 9_999, 2, 10_000],
		[2, 10_000, 3, 11_000],
		[2, 10_999, 3, 11_999],
		[2, 11_000, 4, 12_000],
		[2, 12_000, 5, 13_000],
		[2, 90_000, 5, 91_000],
	])('of %s places, due at 10000, at %s: %s, and the next at %s', (places, now, then, nextPlaceAt) => {
		const state = slowed({ places, nextPlaceAt: 10_000 });
		expect(atTime(state, now)).toEqual({ ...state, places: then, nextPlaceAt });
	});

	it('waits while the service refuses, and ends with all places', () => {
		expect(changesAt(slowed({ places: 2, nextPlaceAt: 10_000 }))).toBe(10_000);
		expect(changesAt(slowed({ places: 2, nextPlaceAt: 10_000, refusals: 1 }))).toBe(Number.POSITIVE_INFINITY);
		expect(changesAt(slowed({ places: 5, nextPlaceAt: 10_000 }))).toBe(Number.POSITIVE_INFINITY);
		expect(atTime(FULL_SPEED, 1e15)).toBe(FULL_SPEED);
	});
});

it('whatever happens, one to five places are in use, and the pauses are bounded', () => {
	const event = fc.record({
		passedMs: fc.integer({ min: 0, max: 20_000 }),
		sentBeforeMs: fc.integer({ min: 0, max: 5_000 }),
		refused: fc.boolean(),
		ownFault: fc.boolean(),
		retryAfterMs: fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: undefined }),
		random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	});
	fc.assert(
		fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
			let state = FULL_SPEED;
			let now = 0;
			for (const { passedMs, sentBeforeMs, refused, ...rest } of events) {
				now += passedMs;
				state = atTime(state, now);
				state = refused ? afterRefusal(state, { now, sentAt: now - sentBeforeMs, ...rest }) : afterAcceptance(state);
				expect(state.places).toBeGreaterThanOrEqual(1);
				expect(state.places).toBeLessThanOrEqual(5);
				expect(state.closedUntil - now).toBeLessThanOrEqual(1_200_000);
			}
		}),
	);
});
