// The pacer in virtual time against a model of the service's limits: alone, several processes, a newcomer, long queues.
// Usage: node test/bench/pacingVirtual.ts [seeds]
import './loadNodeSources.ts';

import type { Network } from '../unit/pacing/support/serviceModel.ts';

const { Pacer } = await import('../../nodes/api/pacing/pacer.ts');
const { seededRandom } = await import('../unit/pacing/support/randomness.ts');
const { alone, NETWORKS, newcomerMs, together } = await import('../unit/pacing/support/studies.ts');
const { VirtualTime } = await import('../unit/pacing/support/virtualTime.ts');

const seeds = Array.from({ length: Number(process.argv[2] ?? 20) }, (_, index) => index + 1);

async function overSeeds<T>(study: (seed: number) => Promise<T>): Promise<T[]> {
	const results: T[] = [];
	for (const seed of seeds) results.push(await study(seed));
	return results;
}

function rounded(value: number, digits = 3): number {
	return Number(value.toFixed(digits));
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function nameOf({ latencyMs, split }: Network) {
	return {
		'latency ms': latencyMs.join('–'),
		counted: { before: 'at its end', after: 'at its start', random: 'at random' }[split],
	};
}

async function oneProcess(network: Network, requests: number) {
	const results = await overSeeds(async (seed) => await alone({ network, seed, requests }));
	const ratios = results.map(({ timeToIdeal }) => timeToIdeal);
	return {
		...nameOf(network),
		requests,
		'time / ideal': rounded(mean(ratios)),
		worst: rounded(Math.max(...ratios)),
		'429': results.reduce((sum, { refused }) => sum + refused, 0),
		lost: results.reduce((sum, { lost }) => sum + lost, 0),
		'most in 1 s': Math.max(...results.map(({ inASecond }) => inASecond)),
		'in 20 min': Math.max(...results.map(({ in20Minutes }) => in20Minutes)),
	};
}

async function threeProcesses(network: Network) {
	const results = await overSeeds(async (seed) => await together({ network, seed, requests: 600 }));
	const service = { refusedCount: true };
	const counting = await overSeeds(async (seed) => await together({ network, seed, requests: 200, service }));
	const newcomers = await overSeeds(async (seed) => await newcomerMs({ network, seed, requests: 1_500 }));
	const shares = results.flatMap((result) => result.shares);
	const totals = results.map(({ ofLimit }) => ofLimit);
	return {
		...nameOf(network),
		'of the limit': rounded(mean(totals)),
		least: rounded(Math.min(...totals)),
		'smallest share': rounded(Math.min(...shares), 2),
		largest: rounded(Math.max(...shares), 2),
		'429 %': rounded(100 * mean(results.map(({ refused }) => refused)), 0),
		lost: [...results, ...counting].reduce((sum, { lost }) => sum + lost, 0),
		'newcomer s': rounded(mean(newcomers) / 1_000, 0),
		longest: rounded(Math.max(...newcomers) / 1_000, 0),
		'429s count: a second': rounded(Math.min(...counting.map(({ perSecond }) => perSecond)), 2),
	};
}

/** All in the queue at once, answered at once. */
async function queue(waiting: number) {
	const time = new VirtualTime();
	const pacer = new Pacer(time, seededRandom(1));
	globalThis.gc?.();
	const heapBefore = process.memoryUsage().heapUsed;
	const began = process.cpuUsage();
	const all = Array.from({ length: waiting }, async () => {
		const result = await pacer.takeTurn({ waitUntil: Number.POSITIVE_INFINITY });
		if (result.kind === 'turn') result.settle({ status: 200 });
	});
	const { user } = process.cpuUsage(began);
	globalThis.gc?.();
	const heap = process.memoryUsage().heapUsed - heapBefore;
	await time.finish(Promise.all(all));
	const whole = process.cpuUsage(began);
	return {
		waiting,
		'joining µs each': rounded(user / waiting, 1),
		'whole µs each': rounded((whole.user + whole.system) / waiting, 1),
		'bytes each': globalThis.gc === undefined ? 'run with --expose-gc' : Math.round(heap / waiting),
	};
}

console.log(`One process, ${seeds.length} seeds, virtual time; the ideal keeps both limits and knows no latency:`);
const rows = [];
for (const requests of [200, 3_000]) {
	for (const network of NETWORKS) rows.push(await oneProcess(network, requests));
}
rows.push(await oneProcess({ split: 'random', latencyMs: [20, 120] }, 10_000));
console.table(rows);

console.log('Three processes × 600 requests with one account; another that comes later; a service that counts 429s:');
const shared = [];
for (const network of NETWORKS) shared.push(await threeProcesses(network));
console.table(shared);

console.log('How the cost of one queue grows (processor time):');
await queue(1_000);
const lines = [];
for (const waiting of [10, 100, 1_000, 10_000]) lines.push(await queue(waiting));
console.table(lines);
