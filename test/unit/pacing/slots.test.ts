import { describe, expect, it } from 'vitest';

import { Slots } from '../../../nodes/api/pacing/slots.ts';

const AT_ONCE = Number.NEGATIVE_INFINITY;
const NOT_BEFORE_AN_ANSWER = Number.POSITIVE_INFINITY;
const TWENTY_MINUTES = 1_200_000;

/** So many requests, each sent at 0 and answered a millisecond after the one before it, the first at 1. */
function answered(count: number, gapMs = 0): Slots {
	const slots = new Slots();
	for (let at = 1; at <= count; at += 1) {
		slots.take();
		slots.release(0, at, gapMs);
	}
	return slots;
}

describe('the short window', () => {
	it.each([
		[6, AT_ONCE],
		[5, 1_001],
		[4, 1_002],
		[1, 1_005],
		[0, NOT_BEFORE_AN_ANSWER],
	])('of %s slots in use, with five answers at 1 to 5, one is free at %s', (inUse, freeAt) => {
		expect(answered(5).freeAt(inUse)).toBe(freeAt);
	});

	it('holds a slot until the answer, and for a second after it', () => {
		const slots = answered(1);
		slots.take();
		expect(slots.freeAt(3)).toBe(AT_ONCE);
		expect(slots.freeAt(2)).toBe(1_001);
		expect(slots.freeAt(1)).toBe(NOT_BEFORE_AN_ANSWER);
		slots.release(2, 700, 0);
		expect(slots.freeAt(1)).toBe(1_700);
	});

	it.each([
		[40, 1_040],
		[400, 1_400],
		[399, 1_400],
	])('leaves a gap where the answer came at once: answered after 400 ms, gap %s', (gapMs, freeAt) => {
		const slots = new Slots();
		slots.take();
		slots.release(0, gapMs === 40 ? 3 : 400, gapMs);
		expect(slots.freeAt(1)).toBe(freeAt);
	});

	it('forgets what has left it', () => {
		const slots = answered(1);
		slots.take();
		slots.release(1_001, 1_001, 0);
		expect(slots.freeAt(2)).toBe(AT_ONCE);
	});

	it.each([
		['was refused', (slots: Slots) => slots.refuse(50)],
		['never left', (slots: Slots) => slots.cancel()],
	])('has room again for what %s', (_what, end) => {
		const slots = new Slots();
		slots.take();
		end(slots);
		expect(slots.freeAt(1)).toBe(AT_ONCE);
	});
});

describe('the 20-minute window', () => {
	it.each([
		[1_999, AT_ONCE],
		[2_000, 1 + TWENTY_MINUTES],
		[2_001, 2 + TWENTY_MINUTES],
		[4_500, 2_501 + TWENTY_MINUTES],
	])('after %s requests is free at %s', (count, freeAt) => {
		expect(answered(count).longFreeAt()).toBe(freeAt);
		expect(answered(count).freeAt(5)).toBe(Math.max(freeAt, 1_000 + count - 4));
	});

	it('counts what is on its way and what was refused, and not what never left', () => {
		const slots = answered(1_999);
		slots.take();
		expect(slots.longFreeAt()).toBe(1 + TWENTY_MINUTES);
		slots.cancel();
		expect(slots.longFreeAt()).toBe(AT_ONCE);
		slots.take();
		slots.refuse(2_300);
		expect(slots.longFreeAt()).toBe(1 + TWENTY_MINUTES);
	});
});

it('is empty before the first request, and 20 minutes after the last answer', () => {
	const slots = new Slots();
	expect(slots.isEmpty(0)).toBe(true);
	slots.take();
	expect(slots.isEmpty(1e9)).toBe(false);
	slots.release(10, 500, 0);
	expect(slots.isEmpty(500 + TWENTY_MINUTES - 1)).toBe(false);
	expect(slots.isEmpty(500 + TWENTY_MINUTES)).toBe(true);
	const full = answered(2_001);
	expect(full.isEmpty(2_000 + TWENTY_MINUTES)).toBe(false);
	expect(full.isEmpty(2_001 + TWENTY_MINUTES)).toBe(true);
});
