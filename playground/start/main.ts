// Opens a real n8n with this package and a simulated service: `npm start`, `npm run dev`.
import { setInterval } from 'node:timers';
import { parseArgs } from 'node:util';

import { openPlayground } from './open.ts';

const usage = `Usage: npm start [-- <option>]

Opens a real n8n with this package and a simulated service. Press Ctrl-C to stop.

  --watch   compiles the sources whenever they change, and n8n 2 reloads the nodes; the same as npm run dev
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

try {
	const flag = { type: 'boolean', default: false } as const;
	const { help, watch } = parseArgs({ options: { watch: flag, help: flag } }).values;
	if (help) console.log(usage);
	else process.exitCode = await openPlayground(signal, watch);
} catch (error) {
	console.error(signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : error);
	// Ctrl-C is the normal way to end a playground.
	process.exitCode = signal.aborted ? 0 : 1;
}
