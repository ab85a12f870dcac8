// Opens a real n8n with this package and a simulated service: `npm start`, `npm run dev`, `npm run check`.
import { setInterval } from 'node:timers';
import { parseArgs } from 'node:util';

import { checkMainJob } from '../checkMainJob.ts';
import { startPlayground } from '../playground.ts';
import { openPlayground } from './open.ts';

const usage = `Usage: npm start [-- <option>]

Opens a real n8n with this package and a simulated service. Press Ctrl-C to stop.

  --check   runs the first workflows in a separate n8n, prints each step, and exits; the same as npm run check
  --watch   reloads the nodes whenever their sources change; the same as npm run dev
  --help    prints this help

Environment variables:

  PLAYGROUND_FOLDER    the folder for n8n's data (default: .cache/playground, or .cache/playground-v1 for n8n 1.x)
  N8N_GENERATION=v1    selects n8n 1.x
`;

const interrupted = new AbortController();
const { signal } = interrupted;
const interrupt = () => interrupted.abort(new Error('Interrupted'));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt);
// If npm is killed with -9, it can't forward the signal, but this process gets a new parent.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && interrupt(), 1_000).unref();

/** Runs the main job in a separate real n8n, with a temporary folder and free ports. Returns the exit code. */
async function check(): Promise<number> {
	console.log('Starting n8n and the simulator …');
	const playground = await startPlayground({ signal });
	signal.addEventListener('abort', () => void playground.stop());
	try {
		await checkMainJob(playground, (line) => console.log(line));
		console.log('All steps passed.');
		return 0;
	} catch {
		signal.throwIfAborted();
		console.log('A step failed.');
		return 1;
	} finally {
		await playground.stop();
	}
}

let checking = false;
try {
	const flag = { type: 'boolean', default: false } as const;
	const { help, watch, ...options } = parseArgs({ options: { check: flag, watch: flag, help: flag } }).values;
	checking = options.check;
	if (help) console.log(usage);
	else process.exitCode = checking ? await check() : await openPlayground(signal, watch);
} catch (error) {
	console.error(signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : error);
	// Ctrl-C is the normal way to end a playground, but a check that was stopped hasn't passed.
	process.exitCode = signal.aborted && !checking ? 0 : 1;
}
