// The pacer in virtual time against a model of the service's limits: long runs, several processes, long lines.
// Usage: node test/bench/pacingVirtual.ts [seed]
import './pollTriggerSources.ts';

import type { PacedRun } from '../unit/pacing/support/paced.ts';

const { createPacer } = await import('../../nodes/api/pacing/pacer.ts');
const { sendPaced } = await import('../unit/pacing/support/paced.ts');
const { seededRandom } = await import('../unit/pacing/support/randomness.ts');
const { JOURNEYS, ServiceModel } = await import('../unit/pacing/support/serviceModel.ts');
const { VirtualTime } = await import('../unit/pacing/support/virtualTime.ts');

const seed = Number(process.argv[2] ?? 1);
const NETWORKS = ['evenSplit', 'randomSplit'] as const;
const RANGES = [
	[20, 120],
	[20, 400],
] as const;

/** 2000 requests in each long window, and 5 a second in the last of them. */
function idealSeconds(requests: number): number {
	const windows = Math.floor((requests - 1) / 2_000);
	return windows * 1_200 + (requests - windows * 2_000) / 5;
}

function rounded(value: number, digits = 3): number {
	return Number(value.toFixed(digits));
}

function lastSecond(...runs: PacedRun[]): number {
	return runs.reduce((last, { doneAt }) => doneAt.reduce((a, b) => Math.max(a, b), last), 0) / 1_000;
}

async function alone(network: (typeof NETWORKS)[number], range: (typeof RANGES)[number], requests: number) {
	const time = new VirtualTime();
	const random = seededRandom(seed);
	const service = new ServiceModel(time, JOURNEYS[network](range, random));
	const run = await time.finish(sendPaced(time, createPacer(time, random), service, { requests }));
	const seconds = lastSecond(run);
	return {
		network,
		'latency ms': range.join('–'),
		items: requests,
		s: rounded(seconds, 1),
		'ideal s': idealSeconds(requests),
		'time / ideal': rounded(seconds / idealSeconds(requests)),
		'ideal / time': rounded(idealSeconds(requests) / seconds),
		lost: requests - run.doneAt.length,
		'429 %': rounded((100 * service.refused) / run.sent, 2),
	};
}

async function together(network: (typeof NETWORKS)[number], range: (typeof RANGES)[number], requests: number) {
	const time = new VirtualTime();
	const random = seededRandom(seed);
	const service = new ServiceModel(time, JOURNEYS[network](range, random));
	const runs = await time.finish(
		Promise.all([1, 2, 3].map(() => sendPaced(time, createPacer(time, random), service, { requests }))),
	);
	const allBusy = Math.min(...runs.map((run) => lastSecond(run)));
	const shares = runs.map(({ doneAt }) => doneAt.filter((at) => at <= allBusy * 1_000).length);
	const total = shares.reduce((sum, share) => sum + share, 0);
	return {
		network,
		'latency ms': range.join('–'),
		items: `3 × ${requests}`,
		'all busy for s': rounded(allBusy, 1),
		'total / limit': rounded(idealSeconds(total) / allBusy),
		'shares / fair share': shares.map((share) => rounded((3 * share) / total, 2)).join(' '),
		lost: 3 * requests - runs.reduce((sum, { doneAt }) => sum + doneAt.length, 0),
		'429 %': rounded((100 * service.refused) / runs.reduce((sum, { sent }) => sum + sent, 0), 1),
	};
}

/** All in line at once, answered at once. */
async function line(waiting: number) {
	const time = new VirtualTime();
	const pacer = createPacer(time, seededRandom(seed));
	globalThis.gc?.();
	const heapBefore = process.memoryUsage().heapUsed;
	const began = process.cpuUsage();
	const all = Array.from({ length: waiting }, async () => {
		const result = await pacer.takeTurn({ waitUntil: Number.POSITIVE_INFINITY });
		if (result.kind === 'turn') result.turn.settle({ status: 200 });
	});
	const { user } = process.cpuUsage(began);
	globalThis.gc?.();
	const heap = process.memoryUsage().heapUsed - heapBefore;
	await time.finish(Promise.all(all));
	const whole = process.cpuUsage(began);
	return {
		waiting,
		'joining µs/item': rounded(user / waiting, 1),
		'whole µs/item': rounded((whole.user + whole.system) / waiting, 1),
		'bytes/item in line': globalThis.gc === undefined ? 'run with --expose-gc' : Math.round(heap / waiting),
	};
}

console.log(`Seed ${seed}, virtual time. One process:`);
const rows = [];
for (const network of NETWORKS) {
	for (const range of RANGES) rows.push(await alone(network, range, 300));
	rows.push(await alone(network, RANGES[0], 10_000));
}
console.table(rows);

console.log('Three processes that share a key and know nothing of each other:');
const shared = [];
for (const network of NETWORKS) {
	shared.push(await together(network, RANGES[0], 600), await together(network, RANGES[0], 3_333));
}
console.table(shared);

console.log('How the cost of one line grows (virtual time, processor time of this process):');
await line(1_000);
const lines = [];
for (const waiting of [10, 100, 1_000, 10_000, 100_000]) lines.push(await line(waiting));
console.table(lines);
