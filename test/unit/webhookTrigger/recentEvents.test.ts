import { EventEmitter } from 'node:events';

import { beforeEach, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { claim } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

const DAY = 24 * 60 * 60_000;

let now = 0;

beforeEach(() => {
	// Until then, what earlier tests left is forgotten.
	now += 2 * DAY;
	const spy = vi.spyOn(monotonicClock, 'now').mockImplementation(() => now);
	return () => spy.mockRestore();
});

// test/integration/webhookTrigger/receiving.test.ts covers the responses after which an event can start the workflow again.
const answer = () => Object.assign(new EventEmitter(), { statusCode: 503 });

it("an event can't start the workflow again for 24 hours, even if its sender hangs up before the response", () => {
	const response = answer();
	const isClaimedAfter = (ms: number) => {
		now += ms;
		return claim('of yesterday', response);
	};
	expect(isClaimedAfter(0)).toBe(true);
	response.emit('close');
	expect([DAY - 1, 1].map(isClaimedAfter)).toEqual([false, true]);
});

it("the last 10,000 events can't start the workflow again", () => {
	for (let index = 0; index <= 10_000; index++) claim(`event ${index}`, answer());
	expect(['event 1', 'event 10000'].map((event) => claim(event, answer()))).toEqual([false, false]);
	expect(claim('event 0', answer())).toBe(true);
});
