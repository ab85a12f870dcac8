import { EventEmitter } from 'node:events';

import { beforeEach, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { claim, isWorthLogging } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

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

const MINUTE = 60_000;

it('at most ten events that a trigger rejects for one reason are logged in a minute', () => {
	const logged = (count: number, reasonOf: (index: number) => string, trigger = 'forged') => {
		return Array.from({ length: count }, (_, index) => isWorthLogging(reasonOf(index), trigger)).filter(Boolean).length;
	};
	const unsigned = () => "it isn't signed";
	expect(logged(5_000, unsigned)).toBe(10);
	now += MINUTE - 1;
	expect(logged(5_000, unsigned)).toBe(0);
	expect(logged(11, unsigned, 'other')).toBe(10);
	expect(logged(11, (age) => `it's ${age} s old`)).toBe(10);
	now += 1;
	expect(logged(11, unsigned)).toBe(10);
});
