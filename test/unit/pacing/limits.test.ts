import { describe, expect, it } from 'vitest';

import { type Network, NETWORKS, together } from './support/studies.ts';

const SEEDS = [1, 2, 3];
const NEAR: Network = { split: 'random', latencyMs: [1, 5] };
const isSlow = ({ latencyMs }: Network) => latencyMs[1] > 120;

/** In a part of a 20-minute window, and in several. */
const STUDIES: Array<{ network: Network; seeds: number[]; requests: number }> = [
	...NETWORKS.map((network) => ({ network, seeds: SEEDS, requests: 600 })),
	{ network: { split: 'random', latencyMs: [20, 120] }, seeds: [3], requests: 3_000 },
];

it.each(NETWORKS)('one process is almost as fast as the limits allow: $latencyMs.1 ms, $split', async (network) => {
	const { ofLimit, refused, lost } = await together({ network, seed: 1, requests: 3_000 }, 1);
	expect({ refused, lost }).toEqual({ refused: 0, lost: 0 });
	expect(1 / ofLimit).toBeLessThanOrEqual(isSlow(network) ? 1.035 : 1.02);
});

describe('several processes that share an account', () => {
	it.each(STUDIES)('share the limit evenly: $requests, $network.latencyMs.1 ms, $network.split', async (study) => {
		const { network, seeds, requests } = study;
		for (const seed of seeds) {
			const { ofLimit, shares, lost } = await together({ network, seed, requests }, 3);
			expect(lost).toBe(0);
			expect(ofLimit).toBeGreaterThanOrEqual(isSlow(network) ? 0.82 : 0.88);
			expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.6);
			expect(Math.max(...shares)).toBeLessThanOrEqual(1.4);
		}
	});

	it('leave the slowest of eight processes more than half of its fair share on average', async () => {
		let sum = 0;
		for (let seed = 1; seed <= 12; seed += 1)
			sum += Math.min(...(await together({ network: NEAR, seed, requests: 250 }, 8)).shares);
		expect(sum / 12).toBeGreaterThan(0.55);
	});

	it.each([NEAR, ...NETWORKS])('send 1 per second if refused ones count: $latencyMs.1 ms, $split', async (network) => {
		for (const seed of SEEDS) {
			const service = { refusedCount: true };
			const { perSecond, lost } = await together({ network, seed, requests: 200, service }, 3);
			expect(lost).toBe(0);
			expect(perSecond).toBeGreaterThanOrEqual(1);
		}
	});
});
