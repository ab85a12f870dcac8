import { EventEmitter } from 'node:events';

import { beforeEach, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { claim, linesAbout } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

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
const lines = (count: number) => new Array<string>(count).fill("An event was rejected because it isn't signed");

function reject(trigger: string, afterMs: number, count = 1): string[] {
	const now = Date.UTC(2026, 10, 21, 12) + afterMs;
	return lines(count).flatMap(() => linesAbout("it isn't signed", trigger, now));
}

it('ten events that a trigger rejects for one reason are logged in a minute, and then the number of the others with the next one', () => {
	expect(reject('forged', 0, 5_000)).toEqual(lines(10));
	expect(reject('other', MINUTE - 1)).toEqual(lines(1));
	expect(reject('forged', MINUTE - 1)).toEqual([]);
	const aging = lines(11).flatMap((_, age) => linesAbout(`it's ${age} s old`, 'forged', Date.UTC(2026, 10, 21, 12)));
	expect(aging).toHaveLength(10);
	now += 30 * DAY - 1;
	const count = 'More events were rejected for the same reason in the minute after 2026-11-21T12:00:00.000Z: 4991';
	expect(reject('forged', MINUTE, 10)).toEqual([count, ...lines(10)]);
	expect(reject('forged', 2 * MINUTE, 11)).toEqual(lines(10));
	// A clock that's set back doesn't silence the log.
	expect(reject('forged', MINUTE)).toEqual([count.replace('12:00', '12:02').replace('4991', '1'), ...lines(1)]);
	reject('forged', MINUTE, 11);
	now += 30 * DAY;
	expect(reject('forged', 2 * MINUTE)).toEqual(lines(1));
});
