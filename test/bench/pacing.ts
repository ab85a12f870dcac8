// The pacer in virtual time against a model of the service's limits, with one process or several for the same account.
// Usage: node test/bench/pacing.ts [seeds]
import './loadNodeSources.ts';

import type { Network, Study } from '../unit/pacing/support/studies.ts';
import { rounded } from './statistics.ts';

const { last, NETWORKS, setUp, together } = await import('../unit/pacing/support/studies.ts');

const seeds = Array.from({ length: Number(process.argv[2] ?? 20) }, (_, index) => index + 1);

async function overSeeds<T>(study: (seed: number) => Promise<T>): Promise<T[]> {
	const results: T[] = [];
	for (const seed of seeds) results.push(await study(seed));
	return results;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

const nameOf = ({ latencyMs, split }: Network) => ({ 'latency ms': latencyMs.join('–'), 'latency split': split });

/** How long 100 requests take in a process that starts a minute after another one began to use the full limit. */
async function newcomerMs(study: Study): Promise<number> {
	const { time, send } = setUp(study);
	const other = send(study.requests, 0);
	await time.pass(60_000 + study.seed * 37);
	const doneAt = await time.finish(send(100, 1));
	await time.finish(other);
	return doneAt.length === 100 ? last(doneAt) : Number.POSITIVE_INFINITY;
}

async function oneProcess(network: Network, requests: number) {
	const results = await overSeeds(async (seed) => await together({ network, seed, requests }, 1));
	const ratios = results.map(({ ofLimit }) => 1 / ofLimit);
	return {
		...nameOf(network),
		requests,
		'time / ideal': rounded(mean(ratios), 3),
		worst: rounded(Math.max(...ratios), 3),
		'429 %': rounded(100 * mean(results.map(({ refused }) => refused))),
		lost: sum(results.map(({ lost }) => lost)),
	};
}

async function threeProcesses(network: Network) {
	const results = await overSeeds(async (seed) => await together({ network, seed, requests: 600 }, 3));
	const service = { refusedCount: true };
	const counting = await overSeeds(async (seed) => await together({ network, seed, requests: 200, service }, 3));
	const newcomers = await overSeeds(async (seed) => await newcomerMs({ network, seed, requests: 1_500 }));
	const shares = results.flatMap((result) => result.shares);
	return {
		...nameOf(network),
		'of the limit': rounded(mean(results.map(({ ofLimit }) => ofLimit)), 3),
		'smallest share': rounded(Math.min(...shares), 2),
		largest: rounded(Math.max(...shares), 2),
		'429 %': rounded(100 * mean(results.map(({ refused }) => refused))),
		lost: sum([...results, ...counting].map(({ lost }) => lost)),
		'new process s': rounded(mean(newcomers) / 1_000),
		'if 429s count: per s': rounded(Math.min(...counting.map(({ perSecond }) => perSecond)), 2),
	};
}

console.log(`One process, ${seeds.length} seeds, virtual time. The ideal has the same limits but no latency:`);
const rows = [];
for (const requests of [200, 3_000]) for (const network of NETWORKS) rows.push(await oneProcess(network, requests));
console.table(rows);

console.log(
	'Three processes × 600 requests to one account, a new process beside a busy one, and a service that counts 429s:',
);
const shared = [];
for (const network of NETWORKS) shared.push(await threeProcesses(network));
console.table(shared);
