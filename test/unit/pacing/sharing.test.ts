import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Share } from '../../../nodes/api/pacing/sharing.ts';
import { afterAcceptance, afterRefusal, atTime, changesAt, WHOLE_LIMIT } from '../../../nodes/api/pacing/sharing.ts';

const NOW = 10_000;
const share = (change: Partial<Share>): Share => ({ ...WHOLE_LIMIT, ...change });
/** In the middle of the range that is drawn from. */
const middle = () => 0.5;

describe('a refusal', () => {
	it.each([
		[5, 2, 2_200],
		[4, 2, 2_200],
		[3, 1, 550],
		[2, 1, 550],
		[1, 0, 577.5],
		[0, 0, 577.5],
	])('halves the slots: of %s are left %s, and one more is tried after %s ms', (slots, left, pauseMs) => {
		expect(afterRefusal(share({ slots }), NOW, undefined, 0.5)).toEqual({
			slots: left,
			nextSlotAt: NOW + pauseMs,
			closedUntil: NOW,
			refusals: 1,
		});
	});

	it.each([
		[0, 1_100],
		[0.75, 2_750],
	])('keeps processes apart that were refused together: random %s', (random, pauseMs) => {
		expect(afterRefusal(WHOLE_LIMIT, NOW, undefined, random).nextSlotAt).toBe(NOW + pauseMs);
	});

	it.each([
		[1, 606.375],
		[20, 550 * 1.05 ** 21],
		[1_000, 10_000],
	])(
		'after %s others in a row makes a process without slots wait %s ms; an acceptance ends that',
		(refusals, pauseMs) => {
			const state = share({ slots: 1, refusals });
			expect(afterRefusal(state, NOW, undefined, 0.5).nextSlotAt).toBeCloseTo(NOW + pauseMs, 6);
			expect(afterRefusal(afterAcceptance(state), NOW, undefined, 0.5).nextSlotAt).toBe(NOW + 577.5);
			expect(afterRefusal(share({ slots: 5, refusals }), NOW, undefined, 0.5).nextSlotAt).toBe(NOW + 2_200);
		},
	);

	it('opens the account no earlier than an earlier refusal asked', () => {
		expect(afterRefusal(share({ closedUntil: 1e9 }), NOW, 2_000, 0.5).closedUntil).toBe(1e9);
	});
});

describe('taking slots up again', () => {
	it.each([
		[2, 9_999, 2, 10_000],
		[2, 10_000, 3, 14_950],
		[2, 14_949, 3, 14_950],
		[2, 14_950, 4, 23_750],
		[0, 10_000, 1, 10_550],
		[0, 10_550, 2, 12_750],
		[2, 1e9, 5, 37_500],
	])('of %s, due at 10000, are in use at %s: %s, and the next one is tried at %s', (slots, now, then, nextSlotAt) => {
		const state = share({ slots, nextSlotAt: 10_000 });
		expect(atTime(state, now, middle)).toEqual({ ...state, slots: then, nextSlotAt });
		expect(changesAt(state)).toBe(10_000);
	});

	it('ends with all of them', () => {
		expect(atTime(WHOLE_LIMIT, 1e15, middle)).toBe(WHOLE_LIMIT);
		expect(changesAt(share({ nextSlotAt: NOW }))).toBe(Number.POSITIVE_INFINITY);
	});
});

it('whatever happens, none to five slots are in use, and one is tried within 15 s where none is', () => {
	const event = fc.record({
		passedMs: fc.integer({ min: 0, max: 20_000 }),
		refused: fc.boolean(),
		retryAfterMs: fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: undefined }),
		random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	});
	fc.assert(
		fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
			let state = WHOLE_LIMIT;
			let now = 0;
			for (const { passedMs, refused, retryAfterMs, random } of events) {
				now += passedMs;
				state = atTime(state, now, () => random);
				state = refused ? afterRefusal(state, now, retryAfterMs, random) : afterAcceptance(state);
				expect(state.slots).toBeGreaterThanOrEqual(0);
				expect(state.slots).toBeLessThanOrEqual(5);
				if (state.slots === 0) expect(changesAt(state) - now).toBeLessThanOrEqual(15_000);
				expect(state.closedUntil - now).toBeLessThanOrEqual(1_200_000);
			}
		}),
	);
});
