import { describe, expect, it } from 'vitest';

import { DEFAULT_BUDGET } from '../../../nodes/api/request/caller.ts';
import type { Failure } from '../../../nodes/api/request/failure.ts';
import { Plan } from '../../../nodes/api/request/plan.ts';
import { answered } from './support/failures.ts';

type Service = [isSuspect: boolean, isFailingAlone: boolean, outages?: number[]];
const WORKS: Service = [false, false];
const SUSPECT: Service = [true, false];
const ALONE: Service = [false, true];

/** @param service its third part: how long it was away by each ms */
function planOf(limits: Partial<typeof DEFAULT_BUDGET> = {}, [suspect, alone, outages = []]: Service = WORKS) {
	const awayMs = (now: number) => outages[now] ?? 0;
	const health = { isSuspect: () => suspect, isFailingAlone: () => alone, awayMs };
	return new Plan('getScore', { ...DEFAULT_BUDGET, ...limits }, health, 0);
}

/** Tries again and again, each ms, and returns the pauses between the tries. */
function pausesOf(plan: Plan, failure: Failure): number[] {
	const pauses: number[] = [];
	for (let tries = 0; plan.hasTryLeft(tries); tries += 1) {
		plan.failed(failure);
		const pause = plan.pauseMs(tries);
		if (pause === undefined) break;
		pauses.push(pause);
	}
	return pauses;
}

describe('a failed request', () => {
	it.each<[what: string, pauses: number[], failure: Failure, service: Service, maxTries: number]>([
		['four times, with growing pauses', [500, 1_000, 2_000], answered(503), WORKS, 4],
		['as often as the caller allows', [500], answered(503), WORKS, 2],
		['after the pause that the service asks for', [3_000, 3_000, 3_000], answered(500, '', 3_000), WORKS, 4],
		['after ten seconds if it asks for more', [10_000, 10_000, 10_000], answered(503, '', 120_000), WORKS, 4],
		['once if only its endpoint fails', [], answered(503), ALONE, 4],
		['once even if that is known only from a probe', [0], answered(503), [true, true], 4],
		['as soon as it gets a turn while the service may be away', [0, 0, 0, 0], answered(503), SUSPECT, 4],
		['only once even then', [0], answered(503), SUSPECT, 1],
	])('is sent %s', (_what, pauses, failure, service, maxTries) => {
		expect(pausesOf(planOf({ maxTries }, service), failure)).toEqual(pauses);
	});

	it('counts only the tries that were not part of an outage, and twelve in all', () => {
		const plan = planOf({}, [true, false, [0, 1, 2, 2, 2, 3, 3, 3]]);
		expect(pausesOf(plan, answered(503))).toHaveLength(7);
		expect(plan.last).toMatchObject({ tries: 7, status: 503 });
		const flapping = planOf({}, [true, false, Array.from(Array(99).keys())]);
		expect(pausesOf(flapping, answered(503))).toHaveLength(11);
		expect(flapping.last.tries).toBe(12);
	});
});

it('a request without a turn waits until its limits end, with time for one more try', () => {
	const limits = { maxRateLimitWaitMs: 5_000, totalMs: 10_000, timeoutMs: 8_000 };
	const [plan, whileSuspect] = [planOf(limits), planOf(limits, SUSPECT)];
	plan.waited(3_000);
	expect(plan.wait(4_000)).toEqual({ endBy: 9_000, waitMs: 2_000, longestWaitMs: 5_000 });
	expect([plan.wait(9_000), plan.wait(9_001)]).toEqual([expect.anything(), undefined]);
	for (const each of [plan, whileSuspect]) each.failed(answered(503));
	expect([whileSuspect.pauseMs(9_000), whileSuspect.pauseMs(9_001)]).toEqual([0, undefined]);
	expect([plan.pauseMs(8_500), plan.pauseMs(8_501)]).toEqual([500, undefined]);
	expect([1_000, 4_000, 9_500].map((now) => plan.timeoutMs(now))).toEqual([8_000, 6_000, 1_000]);
	expect(plan.without({ kind: 'tooLate', freeInMs: 7 }, 100)).toMatchObject({ waitedMs: 3_000, freeAt: 107 });
	expect(planOf().without({ kind: 'away', failure: answered(503) }, 100)).toMatchObject({ status: 503 });
});
