import { describe, expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { MAX_TRIES, nextStep, retryAfterMs } from '../../../nodes/api/request/retry.ts';
import { answered, unanswered } from '../api/support/outcomes.ts';

const once = { tries: 1, wishMs: undefined, longestMs: 60_000, random: 0.5 };

describe('nextStep', () => {
	it.each<[what: string, outcome: Outcome, safe: boolean, unsafe: boolean]>([
		['200', answered(200), false, false],
		['400', answered(400), false, false],
		['401', answered(401), false, false],
		['408, of a proxy', answered(408), true, false],
		['409', answered(409), false, false],
		['429', answered(429), false, false],
		['499', answered(499), false, false],
		['500', answered(500), true, false],
		['501', answered(501), true, false],
		['502', answered(502), true, false],
		['503', answered(503), true, false],
		['504', answered(504), true, false],
		['599', answered(599), true, false],
		['a time-out', unanswered('timeout', true), true, false],
		['a broken connection', unanswered('connection', true), true, false],
		['a connection that never came about', unanswered('connection', false), true, true],
		['a cancelled execution', { kind: 'cancelled' }, false, false],
		['a turn that came too late', { kind: 'waitedTooLong', waitedMs: 1, freeAt: 2 }, false, false],
	])('%s', (_what, outcome, safe, unsafe) => {
		expect(nextStep(outcome, { ...once, repeatable: true }).repeat).toBe(safe);
		expect(nextStep(outcome, { ...once, repeatable: false }).repeat).toBe(unsafe);
	});

	it('sends four times in all, or less often where the caller says so', () => {
		expect(MAX_TRIES).toBe(4);
		expect(nextStep(answered(503), { ...once, repeatable: true, tries: 3 }).repeat).toBe(true);
		expect(nextStep(answered(503), { ...once, repeatable: true, tries: 4 }).repeat).toBe(false);
		expect(nextStep(answered(503), { ...once, repeatable: true, tries: 1, maxTries: 2 }).repeat).toBe(true);
		expect(nextStep(answered(503), { ...once, repeatable: true, tries: 2, maxTries: 2 }).repeat).toBe(false);
	});

	it.each([
		[1, 0, 0],
		[1, 0.999, 999],
		[2, 0.999, 1_998],
		[3, 0.5, 2_000],
		[3, 0, 0],
	])('delays try %s anywhere up to twice as long as before (random %s)', (tries, random, afterMs) => {
		expect(nextStep(answered(500), { ...once, repeatable: true, tries, random })).toEqual({ repeat: true, afterMs });
	});

	it.each([
		['no longer than the time-out', { longestMs: 300, random: 0.9 }, { repeat: true, afterMs: 300 }],
		['as long as the service wishes', { wishMs: 20_000 }, { repeat: true, afterMs: 20_000 }],
		['as long as the time-out, if the service wishes', { wishMs: 60_000 }, { repeat: true, afterMs: 60_000 }],
		['not at all when that is longer than the time-out', { wishMs: 61_000 }, { repeat: false }],
		['not at all when no time is left', { longestMs: -1 }, { repeat: false }],
	])('delays %s', (_how, change, step) => {
		expect(nextStep(answered(503), { ...once, repeatable: true, ...change })).toEqual(step);
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
		expect(retryAfterMs({ 'retry-after': header }, now)).toBe(ms);
	});

	it.each<[header: string, date: unknown, ms: number]>([
		['Sat, 21 Nov 2026 04:00:01 GMT', 'Sat, 21 Nov 2026 04:00:00 GMT', 1_000],
		['Sat, 21 Nov 2026 04:10:01 GMT', 'Sat, 21 Nov 2026 04:10:00 GMT', 1_000],
		['Sat, 21 Nov 2026 03:50:01 GMT', 'Sat, 21 Nov 2026 03:50:00 GMT', 1_000],
		['Sat, 21 Nov 2026 04:00:30 GMT', 'today', 29_500],
		['Sat, 21 Nov 2026 04:00:30 GMT', '7', 29_500],
		['Sat, 21 Nov 2026 04:00:30 GMT', undefined, 29_500],
		['120', 'Sat, 21 Nov 2026 04:10:00 GMT', 120_000],
	])("%j counts from the answer's own Date where it has one: %j", (header, date, ms) => {
		expect(retryAfterMs({ 'retry-after': header, date }, now)).toBe(ms);
	});
});
