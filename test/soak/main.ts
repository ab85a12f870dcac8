// Runs all features at once in a real n8n, to check that its memory stays flat and nothing is lost or duplicated.
// Usage: node test/soak/main.ts [minutes] [--rate events-per-second]
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import getPort from 'get-port';

import { startPlayground } from '../../playground/playground.ts';
import { download, prepareBulk } from './bulk.ts';
import { prepareEvents } from './events.ts';
import { growth, sampleMemory } from './memory.ts';
import type { MemorySample } from './memory.ts';
import { Tally } from './tally.ts';

const options = { rate: { type: 'string', default: '2' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const minutes = Number(positionals[0] ?? 30);
const rate = Number(values.rate);
if (!(minutes >= 1 && rate > 0)) throw new Error('Usage: main.ts [minutes] [--rate events-per-second]');

/** The time in which n8n loads its code and fills its caches. */
const WARM_UP_MINUTES = Math.min(5, minutes / 3);

const inspectPort = await getPort({ host: '127.0.0.1' });
const env = {
	// Without successful executions, n8n's database hardly grows, so its growth doesn't count as memory.
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}`,
};
await using stack = new AsyncDisposableStack();
const playground = stack.adopt(await startPlayground({ env }), ({ stop }) => stop());
const tally = new Tally();
const bulk = stack.adopt(await prepareBulk(playground, tally), ({ close }) => close());
const events = await prepareEvents(playground, tally, { minutes, rate });

const begun = Date.now();
const samples: MemorySample[] = [];
async function watchMemory(signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const pid = playground.n8n.pid();
		if (pid === undefined) throw new Error('n8n is not running');
		const sample = await sampleMemory(pid, inspectPort, (Date.now() - begun) / 3_600_000);
		samples.push(sample);
		const { hours, resident, liveHeap } = sample;
		const memory = `${resident.toFixed(0)} MB resident, ${liveHeap.toFixed(1)} MB live heap`;
		console.log(`${(hours * 60).toFixed(1)} min: ${memory}, machine's load ${loadavg()[0]?.toFixed(1)}`);
		await delay(15_000, undefined, { signal }).catch(() => undefined);
	}
}

console.log(`${minutes} minutes of everything at once, ${rate} events a second`);
const stopping = new AbortController();
const { signal } = stopping;
const work = [bulk.work(signal), events.work(signal), download(playground, tally, signal), watchMemory(signal)];
await Promise.race([delay(minutes * 60_000), ...work]);
stopping.abort();
await Promise.all(work);
await events.check();
await bulk.check();

console.table(tally.counts);
const settled = samples.filter(({ hours }) => hours * 60 >= WARM_UP_MINUTES);
console.log(`Resident: ${growth(settled, 'resident')}`);
console.log(`Live heap: ${growth(settled, 'liveHeap')}`);
for (const problem of tally.problems.slice(0, 20)) console.log(problem);
console.log(`${tally.problems.length} problems`);
process.exitCode = tally.problems.length === 0 ? 0 : 1;
