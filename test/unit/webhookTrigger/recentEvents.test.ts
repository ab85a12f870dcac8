import { EventEmitter } from 'node:events';

import { expect, it } from 'vitest';

import { claim, loggedReasons } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

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

it('a reason is logged once a minute', () => {
	const isLogged = (at: number, reason = "it isn't signed") => loggedReasons.add(reason, 20 * DAY + at);
	expect([0, 0, 59_999, 60_000].map((at) => isLogged(at))).toEqual([true, false, false, true]);
	expect(isLogged(60_000, 'it was changed')).toBe(true);
});
