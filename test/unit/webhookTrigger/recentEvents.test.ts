import { EventEmitter } from 'node:events';

import { expect, it } from 'vitest';

import { claim, isWorthLogging } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

const DAY = 24 * 60 * 60_000;

function answer(statusCode: number): EventEmitter & { statusCode: number } {
	return Object.assign(new EventEmitter(), { statusCode });
}

it.each([
	['an event answered with success', 204, 'finish', false],
	['an event answered with a redirect', 300, 'finish', true],
	['an event whose sender disconnected', 503, 'close', false],
])('a redelivery of %s (%i, %s) can start the workflow: %s', (what, status, ends, isClaimed) => {
	const first = answer(status);
	expect(claim(what, first, 0)).toBe(true);
	expect(claim(what, answer(200), 0)).toBe(false);
	first.emit(ends);
	expect(claim(what, answer(200), 1)).toBe(isClaimed);
});

it("an event can't start the workflow again for 24 hours", () => {
	claim('of yesterday', answer(200), 10 * DAY);
	expect(claim('of yesterday', answer(200), 11 * DAY - 1)).toBe(false);
	expect(claim('of yesterday', answer(200), 11 * DAY)).toBe(true);
});

it("the last 10,000 events can't start the workflow again", () => {
	for (let index = 0; index <= 10_000; index++) claim(`event ${index}`, answer(200), 20 * DAY);
	expect(['event 1', 'event 10000'].map((event) => claim(event, answer(200), 20 * DAY))).toEqual([false, false]);
	expect(claim('event 0', answer(200), 20 * DAY)).toBe(true);
});

it('a trigger logs each reason once a minute', () => {
	const logged = (reason: string, trigger: string, at: number) => isWorthLogging(reason, trigger, 20 * DAY + at);
	expect([1, 2, 3].map(() => logged("it isn't signed", 'a', 0))).toEqual([true, false, false]);
	expect([logged("it isn't signed", 'b', 0), logged('it was changed', 'a', 0)]).toEqual([true, true]);
	expect([59_999, 60_000].map((at) => logged("it isn't signed", 'a', at))).toEqual([false, true]);
});
