import { describe, expect, it } from 'vitest';

import type { Travel } from '../../../nodes/api/pacing/travel.ts';
import { afterAccepted, afterRefused, allowanceMs, UNKNOWN_TRAVEL } from '../../../nodes/api/pacing/travel.ts';

describe('allowanceMs', () => {
	it.each([
		['arrives at once: a gap for others alone', 0, 400, 15],
		['the way there differs: what this round took more than the shortest', 1, 400, 308],
		['half of the round is the way there', 0.5, 400, 158],
		['nothing is known: the whole round', 2, 400, 408],
		['a round as short as any', 1, 100, 15],
		['a service that thinks for a minute', 1, 60_000, 1_908],
		['no answer yet', 1, undefined, 1_908],
	])('%s', (_what, share, roundMs, allowance) => {
		expect(allowanceMs({ ...UNKNOWN_TRAVEL, share, shortestMs: 100 }, roundMs)).toBe(allowance);
	});

	it('is most of the round at first, and shrinks while nothing is refused', () => {
		expect(allowanceMs(UNKNOWN_TRAVEL, 200)).toBe(168);
		let travel = UNKNOWN_TRAVEL;
		let before = 168;
		for (let answer = 0; answer < 300; answer += 1) {
			travel = afterAccepted(travel, 100 + (answer % 5) * 25);
			const allowance = allowanceMs(travel, 200);
			expect(allowance).toBeLessThanOrEqual(before);
			before = allowance;
		}
		expect(before).toBe(15);
		expect(allowanceMs(afterRefused(travel, 150), 400)).toBeGreaterThan(allowanceMs(travel, 400));
	});
});

describe('the share', () => {
	const at = (share: number) => ({ ...UNKNOWN_TRAVEL, share });

	it('sinks with each accepted request, faster the longer none is refused, and not below zero', () => {
		const first = afterAccepted(at(1), 100);
		const second = afterAccepted(first, 100);
		expect(1 - first.share).toBeCloseTo(UNKNOWN_TRAVEL.stepDown, 12);
		expect(first.share - second.share).toBeCloseTo(first.stepDown, 12);
		expect(first.stepDown).toBeGreaterThan(UNKNOWN_TRAVEL.stepDown);
		expect(afterAccepted(at(0.001), 100).share).toBe(0);
	});

	it('sinks by a hundredth at most, however long none is refused', () => {
		let travel = at(2);
		for (let answer = 0; answer < 2_000; answer += 1) travel = { ...afterAccepted(travel, 100), share: 2 };
		expect(2 - afterAccepted(travel, 100).share).toBeLessThan(0.01);
		expect(afterAccepted(travel, 100).stepDown).toBe(travel.stepDown);
	});

	it('rises with a refusal, by more where it is large, and then sinks slowly again', () => {
		const [small, large] = [afterRefused(at(0.2), 280), afterRefused(at(1), 280)];
		// A usual round's allowance grows by 28 ms.
		expect(small.share).toBeCloseTo(0.3, 10);
		expect(large.share).toBe(1.5);
		// Where rounds are short, the same time is a larger share of them, up to the step of large shares.
		expect(afterRefused(at(0.2), 70).share).toBeCloseTo(0.6, 10);
		expect(afterRefused(at(0.2), 1).share).toBe(0.7);
		expect(afterRefused(at(1.9), 100).share).toBe(2);
		for (const travel of [small, large]) {
			expect(travel.stepDown).toBeGreaterThan(0);
			expect(travel.stepDown).toBeLessThan(UNKNOWN_TRAVEL.stepDown);
		}
	});

	it('is sought all over again once rounds are more than twice as long as at the last refusal', () => {
		const accepted = (travel: Travel, roundMs: number) =>
			Array.from({ length: 32 }).reduce<Travel>((before) => afterAccepted(before, roundMs), travel);
		const refused = afterRefused(accepted(UNKNOWN_TRAVEL, 100), 100);
		expect(accepted(refused, 190).share).toBeLessThan(refused.share);
		expect(accepted(refused, 190).stepDown).toBeLessThan(UNKNOWN_TRAVEL.stepDown);
		const elsewhere = accepted(refused, 400);
		expect(elsewhere.share).toBeLessThan(UNKNOWN_TRAVEL.share);
		expect(elsewhere.stepDown).toBeGreaterThanOrEqual(UNKNOWN_TRAVEL.stepDown);
		expect(elsewhere.shortestMs).toBe(400);
	});
});

describe('the shortest round', () => {
	const after = (rounds: readonly number[]) =>
		rounds.reduce((travel, roundMs) => afterAccepted(travel, roundMs), UNKNOWN_TRAVEL);

	it.each([
		['one is hardly known', [320], 10],
		['half of what is remembered', Array.from({ length: 16 }, (_, index) => 100 + index), 50],
		['all of what is remembered', Array.from({ length: 32 }, (_, index) => 100 + index), 100],
		['forgets the oldest', [50, ...Array.from({ length: 32 }, (_, index) => 100 + index)], 100],
		['takes two seconds for what took longer', Array.from({ length: 32 }, () => 60_000), 2_000],
	])('%s', (_what, rounds, shortestMs) => {
		expect(after(rounds).shortestMs).toBe(shortestMs);
		expect(rounds.reduce((travel, roundMs) => afterRefused(travel, roundMs), UNKNOWN_TRAVEL).shortestMs).toBe(
			shortestMs,
		);
	});
});
