import { EventEmitter } from 'node:events';

import { beforeEach, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { claim, isNewReason } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

const DAY = 24 * 60 * 60_000;

let now = 0;

beforeEach(() => {
	// Until then, what earlier tests left is forgotten.
	now += 2 * DAY;
	const spy = vi.spyOn(monotonicClock, 'now').mockImplementation(() => now);
	return () => spy.mockRestore();
});

function answer(statusCode: number): EventEmitter & { statusCode: number } {
	return Object.assign(new EventEmitter(), { statusCode });
}

it.each([
	['an event answered with success', 204, 'finish', false],
	['an event answered with a redirect', 300, 'finish', true],
	['an event whose sender disconnected', 503, 'close', false],
])('a redelivery of %s (%i, %s) can start the workflow: %s', (what, status, ends, isClaimed) => {
	const first = answer(status);
	expect(claim(what, first)).toBe(true);
	expect(claim(what, answer(200))).toBe(false);
	first.emit(ends);
	expect(claim(what, answer(200))).toBe(isClaimed);
});

it("an event can't start the workflow again for 24 hours", () => {
	const isClaimedAfter = (ms: number) => {
		now += ms;
		return claim('of yesterday', answer(200));
	};
	expect([0, DAY - 1, 1].map(isClaimedAfter)).toEqual([true, false, true]);
});

it("the last 10,000 events can't start the workflow again", () => {
	for (let index = 0; index <= 10_000; index++) claim(`event ${index}`, answer(200));
	expect(['event 1', 'event 10000'].map((event) => claim(event, answer(200)))).toEqual([false, false]);
	expect(claim('event 0', answer(200))).toBe(true);
});

it('a reason is logged once a minute', () => {
	const isLoggedAfter = (ms: number) => {
		now += ms;
		return isNewReason("it isn't signed");
	};
	expect([0, 0, 59_999, 1].map(isLoggedAfter)).toEqual([true, false, false, true]);
	expect(isNewReason('it was changed')).toBe(true);
});
