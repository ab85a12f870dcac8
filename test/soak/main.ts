// Everything at once in a real n8n, to see whether its memory stays flat and nothing is lost or doubled.
// Usage: node test/soak/main.ts [minutes] [--rate events-per-second] [--do-nothing]; with the switch, nodes that do nothing
// stand in our nodes' place, and show how much n8n itself grows.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import getPort from 'get-port';

import { startPlayground } from '../../playground/playground.ts';
import { prepareBulk } from './bulk.ts';
import { doNothingNodes, installDoNothing, WEBHOOK_ID } from './doNothing.ts';
import { BYTES_PER_FILE, download } from './downloads.ts';
import { prepareEvents } from './events.ts';
import { sampleMemory } from './memory.ts';
import { ourNodes } from './nodes.ts';
import { startSink } from './sink.ts';
import { slopeOf } from './slope.ts';
import type { Point } from './slope.ts';
import { createTally } from './tally.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { 'do-nothing': { type: 'boolean' }, rate: { type: 'string', default: '2' } },
});
const doesNothing = values['do-nothing'] === true;
const minutes = Number(positionals[0] ?? 30);
const rate = Number(values.rate);
if (!Number.isInteger(minutes) || minutes < 1 || !(rate > 0)) {
	throw new Error('Usage: node test/soak/main.ts [whole minutes] [--rate events-per-second] [--do-nothing]');
}

const SAMPLE_MS = 15_000;
/** In which n8n loads what it needs, and its caches fill. */
const WARM_UP_MINUTES = Math.min(5, minutes / 3);
const PROBLEMS_SHOWN = 20;

const inspectPort = await getPort({ host: '127.0.0.1' });
const env = {
	// Executions that succeed leave nothing in n8n's database, so that its growth doesn't show as memory.
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}`,
};

await using stack = new AsyncDisposableStack();
const sink = stack.adopt(await startSink(), ({ close }) => close());
const userFolder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-soak-'));
stack.defer(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));
if (doesNothing) await installDoNothing(userFolder, rate);
const playground = stack.adopt(await startPlayground({ env, userFolder }), ({ stop }) => stop());
const nodes = doesNothing ? doNothingNodes(BYTES_PER_FILE) : ourNodes;
const tally = createTally();
const bulk = stack.adopt(await prepareBulk(playground, nodes, tally), ({ close }) => close());
const events = await prepareEvents(playground, nodes, sink, tally, { minutes, rate });
if (doesNothing) {
	await playground.simulator.control.registerWebhook({ url: `${playground.n8n.url}/webhook/${WEBHOOK_ID}/webhook` });
}

const begun = Date.now();
const stopping = new AbortController();
const resident: Point[] = [];
const liveHeap: Point[] = [];

async function watchMemory(signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const pid = playground.n8n.pid();
		if (pid === undefined) throw new Error('n8n is not running');
		const sample = await sampleMemory(pid, inspectPort);
		const hours = (Date.now() - begun) / 3_600_000;
		resident.push({ hours, megabytes: sample.resident });
		liveHeap.push({ hours, megabytes: sample.liveHeap });
		if (resident.length % 4 === 1) {
			const load = loadavg()[0]?.toFixed(1);
			console.log(
				`${(hours * 60).toFixed(1)} min: ${sample.resident.toFixed(0)} MB resident, ${sample.liveHeap.toFixed(1)} MB live heap, machine's load ${load}`,
			);
		}
		await delay(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
	}
}

function printSlope(what: string, points: readonly Point[]): void {
	const settled = points.filter(({ hours }) => hours * 60 >= WARM_UP_MINUTES);
	const slope = slopeOf(settled);
	if (slope === undefined) return;
	const { megabytesPerHour, standardError } = slope;
	const from = settled[0]?.hours ?? 0;
	console.log(
		`${what}: ${megabytesPerHour.toFixed(1)} ± ${standardError.toFixed(1)} MB per hour from minute ${(from * 60).toFixed(1)} on, ${settled.length} samples`,
	);
}

console.log(
	`${minutes} minutes of everything at once, ${rate} events a second${doesNothing ? ', by nodes that do nothing' : ''}`,
);
const { signal } = stopping;
const work = [bulk.work(signal), events.work(signal), download(playground, nodes, tally, signal), watchMemory(signal)];
await Promise.race([delay(minutes * 60_000), ...work]);
stopping.abort();
await Promise.all(work);
if (!doesNothing) {
	await events.check();
	await bulk.check();
}

const { accepted, refused } = await bulk.requests();
tally.count('requests of the bulk work', accepted);
tally.count('refused and repeated', refused);
console.table(tally.counts());
printSlope('Resident', resident);
printSlope('Live heap', liveHeap);
// Nodes that do nothing find nobody and invite nobody.
const problems = doesNothing ? [] : tally.problems();
for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.log(problem);
console.log(`${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
