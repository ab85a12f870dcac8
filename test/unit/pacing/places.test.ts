import { describe, expect, it } from 'vitest';

import type { Place } from '../../../nodes/api/pacing/places.ts';
import { Places } from '../../../nodes/api/pacing/places.ts';
import type { Travel } from '../../../nodes/api/pacing/travel.ts';
import { allowanceMs, UNKNOWN_TRAVEL } from '../../../nodes/api/pacing/travel.ts';

const FREE = Number.NEGATIVE_INFINITY;
const TWENTY_MINUTES = 1_200_000;

/** Requests arrive as they are sent: a place is left alone for the window and 15 ms, so that others find one too. */
const AT_ONCE: Travel = { ...UNKNOWN_TRAVEL, share: 0 };
/** Requests arrive with their answer: the whole round counts. */
const WITH_ANSWER: Travel = { ...UNKNOWN_TRAVEL, share: 1 };

function taken(...sentAt: number[]): { places: Places; taken: Place[] } {
	const places = new Places();
	return { places, taken: sentAt.map((at) => places.take(at)) };
}

/** So many requests, each answered a millisecond after the one before it, the first at 1. */
function answered(count: number): Places {
	const places = new Places();
	for (let at = 1; at <= count; at += 1) places.settle(places.take(at), at);
	return places;
}

describe('the short window', () => {
	it.each([
		[6, FREE],
		[5, 1_015],
		[4, 1_025],
		[3, 1_035],
		[1, 1_055],
	])('of %s places in use, one is free at %s', (inUse, freeAt) => {
		const { places } = taken(0, 10, 20, 30, 40);
		expect(places.freeAt(inUse, AT_ONCE, 50)).toBe(freeAt);
	});

	it('counts from the latest moment at which a request may have arrived', () => {
		const { places, taken: sent } = taken(0, 10);
		for (const [index, place] of sent.entries()) places.settle(place, [400, 100][index] ?? 0);
		expect(places.freeAt(2, WITH_ANSWER, 400)).toBe(10 + 1_000 + allowanceMs(WITH_ANSWER, 90));
		expect(places.freeAt(1, WITH_ANSWER, 400)).toBe(0 + 1_000 + allowanceMs(WITH_ANSWER, 400));
	});

	it('takes two seconds for the round that has not ended', () => {
		expect(taken(0).places.freeAt(1, WITH_ANSWER, 900)).toBe(1_000 + allowanceMs(WITH_ANSWER, undefined));
	});

	it('has room again for what the service refused', () => {
		const { places, taken: sent } = taken(0, 10);
		const [first] = sent;
		if (first !== undefined) places.refuse(first, 50);
		expect(first?.answeredAt).toBe(50);
		expect(places.freeAt(2, AT_ONCE, 50)).toBe(FREE);
		expect(places.freeAt(1, AT_ONCE, 50)).toBe(1_025);
	});

	it.each([
		['unanswered', undefined, 5_000],
		['answered', 700, 3_700],
	])('forgets a place that can make no difference any more: %s', (_what, answeredAt, forgottenAt) => {
		const { places, taken: sent } = taken(0);
		const [place] = sent;
		if (place !== undefined && answeredAt !== undefined) places.settle(place, answeredAt);
		expect(places.freeAt(1, AT_ONCE, forgottenAt - 1)).toBe(1_015);
		expect(places.freeAt(1, AT_ONCE, forgottenAt)).toBe(FREE);
	});
});

describe('the 20-minute window', () => {
	it.each([
		[1_999, FREE],
		[2_000, 1 + TWENTY_MINUTES],
		[2_001, 2 + TWENTY_MINUTES],
		[4_500, 2_501 + TWENTY_MINUTES],
	])('after %s requests is free at %s', (count, freeAt) => {
		const places = answered(count);
		expect(places.longFreeAt()).toBe(freeAt);
		expect(places.freeAt(5, AT_ONCE, 1e9)).toBe(freeAt);
	});

	it('counts a request that is on its way, and not one that was refused', () => {
		const places = answered(1_999);
		const place = places.take(2_000);
		expect(places.longFreeAt()).toBe(1 + TWENTY_MINUTES);
		places.refuse(place, 2_100);
		expect(places.longFreeAt()).toBe(FREE);
		places.settle(places.take(2_200), 2_300);
		expect(places.longFreeAt()).toBe(1 + TWENTY_MINUTES);
	});

	it('the later of the two windows counts', () => {
		const places = answered(2_000);
		places.take(1_300_000);
		expect(places.freeAt(1, AT_ONCE, 1_300_001)).toBe(1_301_015);
	});
});

describe('an account', () => {
	it('is empty before the first request, and 20 minutes after the last answer', () => {
		const places = new Places();
		expect(places.isEmpty(0)).toBe(true);
		const place = places.take(10);
		expect(places.isEmpty(1e9)).toBe(false);
		places.settle(place, 500);
		expect(places.isEmpty(500 + TWENTY_MINUTES - 1)).toBe(false);
		expect(places.isEmpty(500 + TWENTY_MINUTES)).toBe(true);
		places.refuse(places.take(600), 700);
		expect(places.isEmpty(500 + TWENTY_MINUTES)).toBe(true);
	});

	it('is empty by the last of many answers', () => {
		const places = answered(2_001);
		expect(places.isEmpty(2_000 + TWENTY_MINUTES)).toBe(false);
		expect(places.isEmpty(2_001 + TWENTY_MINUTES)).toBe(true);
	});
});

describe('a refusal', () => {
	it.each([
		['four others', [0, 0, 0, 0], false],
		['five others', [0, 0, 0, 0, 0], true],
		['five others, one of which had left the window', [0, 0, 0, 0, 'left'], false],
		['five others, one of which was answered just in time', [0, 0, 0, 0, 'in time'], true],
		['five others without an answer', [0, 0, 0, 0, 'open'], true],
	] as const)('can be explained by %s: %s', (_what, others, expected) => {
		const places = new Places();
		for (const other of others) {
			const place = places.take(0);
			if (other !== 'open') places.settle(place, other === 'left' ? 1_000 : 1_001);
		}
		expect(places.canExplainRefusal(places.take(2_000))).toBe(expected);
	});
});
