import { EventEmitter } from 'node:events';

import { expect, it } from 'vitest';

import { claim } from '../../../nodes/EnterpriseAssessmentTrigger/receiving/handled.ts';

const DAY = 24 * 60 * 60_000;

function answer(statusCode: number): EventEmitter & { statusCode: number } {
	return Object.assign(new EventEmitter(), { statusCode });
}

it.each([
	['with success', 204, 'finish', false],
	['with an error', 503, 'finish', true],
	['with a redirect', 300, 'finish', true],
	['to nobody, since the sender has hung up', 503, 'close', false],
])('an event that was answered %s', (what, status, ends, runsAgain) => {
	const first = answer(status);
	expect(claim(what, first, 0)).toBe(true);
	expect(claim(what, answer(200), 0)).toBe(false);
	first.emit(ends);
	expect(claim(what, answer(200), 1)).toBe(runsAgain);
});

it('is remembered for 24 hours', () => {
	claim('of yesterday', answer(200), 10 * DAY);
	expect(claim('of yesterday', answer(200), 11 * DAY - 1)).toBe(false);
	expect(claim('of yesterday', answer(200), 11 * DAY)).toBe(true);
});

it('is remembered among 10,000, the latest ones', () => {
	for (let index = 0; index <= 10_000; index++) claim(`event ${index}`, answer(200), 20 * DAY);
	expect(['event 1', 'event 10000'].map((event) => claim(event, answer(200), 20 * DAY))).toEqual([false, false]);
	expect(claim('event 0', answer(200), 20 * DAY)).toBe(true);
});
