import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Network } from './support/serviceModel.ts';
import { alone, NETWORKS, newcomerMs, together } from './support/studies.ts';

const SEEDS = [1, 2, 3];
const NEAR: Network = { split: 'random', latencyMs: [1, 5] };
const isSlow = ({ latencyMs }: Network) => latencyMs[1] > 120;
const splits = fc.constantFrom<Network['split']>('before', 'after', 'random');

const BRIEF = NETWORKS.map((network) => ({ network, seeds: SEEDS, requests: 600 }));
/** Several 20-minute windows. */
const LONG = { network: { split: 'random', latencyMs: [20, 120] }, seeds: [3], requests: 3_000 } as const;

describe('one process', () => {
	it.each(NETWORKS)('sends 3,000 requests almost as fast as the limits allow: %o', async (network) => {
		const { timeToIdeal, refused, lost } = await alone({ network, seed: 1, requests: 3_000 });
		expect({ refused, lost }).toEqual({ refused: 0, lost: 0 });
		expect(timeToIdeal).toBeLessThanOrEqual(isSlow(network) ? 1.035 : 1.02);
	});

	it('never exceeds a limit of the service on any network', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					seed: fc.integer(),
					split: splits,
					fastest: fc.integer({ min: 0, max: 300 }),
					spread: fc.integer({ min: 0, max: 5_000 }),
					requests: fc.integer({ min: 1, max: 80 }),
				}),
				async ({ seed, split, fastest, spread, requests }) => {
					const network: Network = { split, latencyMs: [fastest, fastest + spread] };
					const { refused, lost } = await alone({ network, seed, requests });
					expect({ refused, lost }).toEqual({ refused: 0, lost: 0 });
				},
			),
			{ numRuns: 60 },
		);
	});
});

describe('several processes that share an account', () => {
	it.each([...BRIEF, LONG])("use most of the limit in even shares, and don't lose requests: %o", async (study) => {
		const { network, seeds, requests } = study;
		for (const seed of seeds) {
			const { ofLimit, shares, lost } = await together({ network, seed, requests });
			expect(lost).toBe(0);
			expect(ofLimit).toBeGreaterThanOrEqual(isSlow(network) ? 0.82 : 0.88);
			expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.6);
			expect(Math.max(...shares)).toBeLessThanOrEqual(1.4);
		}
	});

	it('leave the slowest of eight processes more than half of its fair share on average', async () => {
		let sum = 0;
		for (let seed = 1; seed <= 12; seed += 1) {
			sum += Math.min(...(await together({ network: NEAR, seed, requests: 250 }, 8)).shares);
		}
		expect(sum / 12).toBeGreaterThan(0.55);
	});

	it.each(NETWORKS)('let a new process send 100 requests within about a minute: %o', async (network) => {
		const times = [];
		for (const seed of SEEDS) times.push(await newcomerMs({ network, seed, requests: 1_000 }));
		expect(times.reduce((sum, ms) => sum + ms, 0) / times.length).toBeLessThanOrEqual(60_000);
		expect(Math.max(...times)).toBeLessThanOrEqual(75_000);
	});

	it.each([NEAR, ...NETWORKS])('send 1 request per second even if refused requests count: %o', async (network) => {
		for (const seed of SEEDS) {
			const service = { refusedCount: true };
			const { perSecond, lost } = await together({ network, seed, requests: 200, service });
			expect(lost).toBe(0);
			expect(perSecond).toBeGreaterThanOrEqual(1);
		}
	});

	it("don't lose requests on any network, whether or not the service counts refused requests", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					seed: fc.integer(),
					split: splits,
					spread: fc.integer({ min: 0, max: 3_000 }),
					processes: fc.integer({ min: 2, max: 4 }),
					refusedCount: fc.boolean(),
					retryAfter: fc.boolean(),
				}),
				async ({ seed, split, spread, processes, refusedCount, retryAfter }) => {
					const network: Network = { split, latencyMs: [1, 1 + spread] };
					const study = { network, seed, requests: 40, service: { refusedCount, retryAfter } };
					expect((await together(study, processes)).lost).toBe(0);
				},
			),
			{ numRuns: 40 },
		);
	});
});
