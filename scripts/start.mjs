// Opens the playground: installs and builds what is missing, then hands over to playground/start/main.ts on a recent Node.
// Usage: node scripts/start.mjs --help
import { spawn, spawnSync } from 'node:child_process';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { prepare } from './prepare/index.mjs';

const usage = `Usage: npm start [-- <option>]

Opens a real n8n with this package beside a simulated service. Ctrl-C stops it.

  --check   runs the main job through an n8n of its own instead, prints each step, ends; the same as npm run check
  --watch   lets n8n load the nodes anew whenever their sources change; the same as npm run dev
  --help    prints this

Environment: PLAYGROUND_FOLDER is where n8n keeps its data (.cache/playground), N8N_GENERATION=v1 takes n8n 1.x.
`;
const root = fileURLToPath(new URL('..', import.meta.url));
const recentNode = `${root}node_modules/node/bin/node`;
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const watchMs = 1_000;

/** @param {readonly string[]} args */
function readOptions(args) {
	try {
		const flag = /** @type {const} */ ({ type: 'boolean' });
		return parseArgs({ args: [...args], options: { check: flag, watch: flag, help: flag } }).values;
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`, { cause: error });
	}
}

function build() {
	const gulp = `${root}node_modules/gulp/bin/gulp.js`;
	const { status } = spawnSync(recentNode, [gulp, '-L', 'build'], { cwd: root, stdio: 'inherit' });
	if (status !== 0) throw new Error('The package could not be built.');
}

/**
 * Runs the playground until it ends. It stops by itself when the channel to this process breaks.
 *
 * @param {readonly string[]} args
 */
function runPlayground(args) {
	const child = spawn(recentNode, [`${root}playground/start/main.ts`, ...args], {
		cwd: root,
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
	});
	for (const signal of signals) process.on(signal, () => child.kill(signal));
	// npm killed with -9 can't pass anything on: this process then has another parent.
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), watchMs).unref();
	child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
}

try {
	const args = process.argv.slice(2);
	if (readOptions(args).help) {
		console.log(usage);
	} else {
		await prepare(['--n8n']);
		build();
		runPlayground(args);
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
