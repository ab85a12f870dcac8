// Opens a real n8n with this package beside a simulated service: `npm start`, `npm run dev`, `npm run check`.
import { parseArgs } from 'node:util';

import { check } from '../check/index.ts';
import { interrupted } from './interrupted.ts';
import { openPlayground } from './open.ts';

const usage = `Usage: npm start [-- <option>]

Opens a real n8n with this package beside a simulated service. Ctrl-C stops it.

  --check   runs the main job through an n8n of its own instead, prints each step, ends; the same as npm run check
  --watch   lets n8n load the nodes anew whenever their sources change; the same as npm run dev
  --help    prints this

Environment: PLAYGROUND_FOLDER is where n8n keeps its data (.cache/playground), N8N_GENERATION=v1 takes n8n 1.x.
`;

function readOptions() {
	try {
		const flag = { type: 'boolean', default: false } as const;
		return parseArgs({ options: { check: flag, watch: flag, help: flag } }).values;
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, { cause: error });
	}
}

const signal = interrupted();
let checking = false;
try {
	const { help, watch, ...options } = readOptions();
	checking = options.check;
	if (help) console.log(usage);
	else process.exitCode = checking ? await check(signal) : await openPlayground(signal, watch);
} catch (error) {
	console.error(signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : error);
	// Ctrl-C is how a playground is meant to end; a check that was stopped has shown nothing.
	process.exitCode = signal.aborted && !checking ? 0 : 1;
}
