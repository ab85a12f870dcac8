import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createPacer } from '../../../nodes/api/pacing/pacer.ts';
import { sendPaced } from './support/paced.ts';
import { seededRandom } from './support/randomness.ts';
import { JOURNEYS, ServiceModel } from './support/serviceModel.ts';
import { VirtualTime } from './support/virtualTime.ts';

/** 2000 requests in each of the long windows, 5 a second in the last. */
function idealMs(requests: number): number {
	const windows = Math.floor((requests - 1) / 2_000);
	return windows * 1_200_000 + ((requests - windows * 2_000) / 5) * 1_000;
}

const NETWORKS = Object.entries(JOURNEYS).map(([name, journey]) => ({ name, journey }));

describe('300 requests at 5 a second', () => {
	/** Of the ideal, worst of the seeds: how well arrivals can be known differs from network to network. */
	const LEAST: Record<string, readonly [at120: number, at400: number]> = {
		randomSplit: [0.93, 0.82],
		evenSplit: [0.95, 0.86],
		independent: [0.94, 0.83],
		allBack: [0.97, 0.95],
		allThere: [0.93, 0.81],
	};

	it.each(
		NETWORKS.flatMap(({ name, journey }) => [
			{ name, journey, range: [20, 120] as const, least: LEAST[name]?.[0] ?? 1 },
			{ name, journey, range: [20, 400] as const, least: LEAST[name]?.[1] ?? 1 },
		]),
	)('keep close to the ideal and are hardly ever refused: $name, $range ms', async ({ journey, range, least }) => {
		let refused = 0;
		for (let seed = 1; seed <= 10; seed += 1) {
			const time = new VirtualTime();
			const random = seededRandom(seed);
			const service = new ServiceModel(time, journey(range, random));
			const run = await time.finish(sendPaced(time, createPacer(time, random), service, { requests: 300 }));
			expect(run.doneAt).toHaveLength(300);
			expect(run.gaveUp).toBe(0);
			expect(60_000 / Math.max(...run.doneAt)).toBeGreaterThanOrEqual(least);
			expect(service.refused).toBeLessThanOrEqual(4);
			refused += service.refused;
		}
		expect(refused / 10).toBeLessThan(3);
	});
});

describe('10,000 requests across the 20-minute window', () => {
	it('take at most 2 % longer than the ideal schedule, none lost', async () => {
		const time = new VirtualTime();
		const random = seededRandom(7);
		const service = new ServiceModel(time, JOURNEYS.randomSplit([20, 120], random));
		const run = await time.finish(sendPaced(time, createPacer(time, random), service, { requests: 10_000 }));
		expect(run.doneAt).toHaveLength(10_000);
		expect(run.gaveUp).toBe(0);
		expect(Math.max(...run.doneAt) / idealMs(10_000)).toBeLessThan(1.02);
		expect(service.refused / run.sent).toBeLessThan(0.01);
	});
});

describe('three processes that share a key', () => {
	it.each(['randomSplit', 'evenSplit', 'allBack'] as const)(
		'use nine tenths of the limit together, each within a quarter of its share, nothing lost: %s',
		async (network) => {
			for (let seed = 1; seed <= 6; seed += 1) {
				const time = new VirtualTime();
				const random = seededRandom(seed);
				const service = new ServiceModel(time, JOURNEYS[network]([20, 120], random));
				const runs = await time.finish(
					Promise.all([1, 2, 3].map(() => sendPaced(time, createPacer(time, random), service, { requests: 600 }))),
				);
				expect(runs.map(({ doneAt }) => doneAt.length)).toEqual([600, 600, 600]);
				const allBusyMs = Math.min(...runs.map(({ doneAt }) => Math.max(...doneAt)));
				const shares = runs.map(({ doneAt }) => doneAt.filter((at) => at <= allBusyMs).length);
				const total = shares.reduce((sum, share) => sum + share, 0);
				expect(total / 5 / (allBusyMs / 1_000)).toBeGreaterThanOrEqual(0.9);
				for (const share of shares) expect(Math.abs(share / (total / 3) - 1)).toBeLessThanOrEqual(0.25);
			}
		},
	);

	it('do so over the 20-minute windows too, and none gives up', async () => {
		const time = new VirtualTime();
		const random = seededRandom(3);
		const service = new ServiceModel(time, JOURNEYS.randomSplit([20, 120], random));
		const runs = await time.finish(
			Promise.all([1, 2, 3].map(() => sendPaced(time, createPacer(time, random), service, { requests: 3_000 }))),
		);
		expect(runs.map(({ doneAt }) => doneAt.length)).toEqual([3_000, 3_000, 3_000]);
		const wholeMs = Math.max(...runs.flatMap(({ doneAt }) => doneAt));
		expect(idealMs(9_000) / wholeMs).toBeGreaterThanOrEqual(0.9);
		for (const { doneAt } of runs) {
			const share = doneAt.filter((at) => at < 3 * 1_200_000).length / 2_000;
			expect(Math.abs(share - 1)).toBeLessThanOrEqual(0.25);
		}
	});

	it('let a newcomer in', async () => {
		for (let seed = 1; seed <= 8; seed += 1) {
			const time = new VirtualTime();
			const random = seededRandom(seed);
			const service = new ServiceModel(time, JOURNEYS.evenSplit([20, 120], random));
			const first = sendPaced(time, createPacer(time, random), service, { requests: 1_500 });
			await time.pass(60_000 + seed * 37);
			const newcomer = await time.finish(sendPaced(time, createPacer(time, random), service, { requests: 100 }));
			expect(Math.max(...newcomer.doneAt)).toBeLessThan(150_000);
			await time.finish(first);
		}
	});

	it('recover the whole limit when the others are done', async () => {
		const time = new VirtualTime();
		const random = seededRandom(5);
		const service = new ServiceModel(time, JOURNEYS.randomSplit([20, 120], random));
		const other = sendPaced(time, createPacer(time, random), service, { requests: 100 });
		const run = sendPaced(time, createPacer(time, random), service, { requests: 700 });
		const { doneAt: others } = await time.finish(other);
		const alone = Math.max(...others) + 20_000;
		const { doneAt } = await time.finish(run);
		const rate = doneAt.filter((at) => at > alone).length / ((Math.max(...doneAt) - alone) / 1_000);
		expect(rate).toBeGreaterThan(4.5);
	});
});

describe('whatever the network does', () => {
	it('no window ever holds too many, and every request gets through', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					seed: fc.integer(),
					network: fc.constantFrom(...NETWORKS),
					fastest: fc.integer({ min: 0, max: 300 }),
					spread: fc.integer({ min: 0, max: 3_000 }),
					requests: fc.integer({ min: 1, max: 60 }),
					processes: fc.integer({ min: 1, max: 4 }),
					retryAfter: fc.boolean(),
				}),
				async ({ seed, network, fastest, spread, requests, processes, retryAfter }) => {
					const time = new VirtualTime();
					const random = seededRandom(seed);
					const service = new ServiceModel(time, network.journey([fastest, fastest + spread], random), {
						retryAfter,
					});
					const runs = await time.finish(
						Promise.all(
							Array.from({ length: processes }, () =>
								sendPaced(time, createPacer(time, random), service, { requests }),
							),
						),
					);
					expect(runs.map(({ doneAt }) => doneAt.length)).toEqual(runs.map(() => requests));
				},
			),
			{ numRuns: 60 },
		);
	});
});
