import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { pauseBeforeNextTry, retryAfterMs } from '../../../nodes/api/request/retry.ts';
import { answered, unanswered } from '../api/support/outcomes.ts';

const ONCE = { tries: 1, maxTries: 4, longestMs: 60_000, random: 0.5 };
const SAFE = 'getScore';
const UNSAFE = 'assign';

describe('the pause before the next try', () => {
	it.each<[what: string, outcome: Outcome, safe: boolean, unsafe: boolean]>([
		['400', answered(400), false, false],
		['429', answered(429), false, false],
		['599', answered(599), true, false],
		['a broken connection', unanswered('connection', true), true, false],
		['a connection that never came about', unanswered('connection', false), true, true],
		['an unreadable answer', { kind: 'unreadable', status: 200, problem: 'x' }, false, false],
		['a cancelled execution', { kind: 'cancelled', mayBeProcessed: true }, false, false],
	])('comes after what may go otherwise, and does no harm: %s', (_what, outcome, safe, unsafe) => {
		expect(pauseBeforeNextTry(outcome, SAFE, ONCE) !== undefined).toBe(safe);
		expect(pauseBeforeNextTry(outcome, UNSAFE, ONCE) !== undefined).toBe(unsafe);
	});

	it.each([1, 2, 4])('comes until a request was sent %s times in all', (maxTries) => {
		const pauses = [1, 2, 3, 4].map((tries) => pauseBeforeNextTry(answered(503), SAFE, { ...ONCE, maxTries, tries }));
		expect(pauses.filter((pause) => pause !== undefined)).toHaveLength(maxTries - 1);
	});

	it.each([
		[1, 0, 0],
		[1, 0.999, 999],
		[3, 0.5, 2_000],
	])('is drawn from a range that doubles: try %s, random %s', (tries, random, pauseMs) => {
		expect(pauseBeforeNextTry(answered(500), SAFE, { ...ONCE, tries, random })).toBe(pauseMs);
	});

	it.each([
		['no longer than the time-out', undefined, { longestMs: 300, random: 0.9 }, 300],
		['as long as the service wishes', 20_000, {}, 20_000],
		['as long as the time-out, if the service wishes', 60_000, {}, 60_000],
		['no pause when that is longer than the time-out', 61_000, {}, undefined],
		['no pause when no time is left', undefined, { longestMs: -1 }, undefined],
	])('is %s', (_how, wishMs, change, pauseMs) => {
		expect(pauseBeforeNextTry(answered(503, '', wishMs), SAFE, { ...ONCE, ...change })).toBe(pauseMs);
	});
});

describe('retryAfterMs', () => {
	const now = Date.parse('2026-11-21T04:00:00.500Z');

	it.each<[header: unknown, ms: number | undefined]>([
		['120', 120_000],
		['0', 0],
		[' 7 ', 7_000],
		['Sat, 21 Nov 2026 04:00:30 GMT', 29_500],
		['Sat, 21 Nov 2026 03:59:00 GMT', 0],
		['Saturday, 21-Nov-26 04:00:30 GMT', 29_500],
		['-5', undefined],
		['1.5', undefined],
		['soon', undefined],
		['', undefined],
		[undefined, undefined],
		[['3'], undefined],
	])('%j is %s', (header, ms) => {
		expect(retryAfterMs(header, now)).toBe(ms);
	});
});
