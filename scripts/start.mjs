// Opens the playground: installs and builds what is missing, then hands over to playground/start/main.ts on a recent Node.
// Usage: node scripts/start.mjs --help
import { spawn } from 'node:child_process';
import { setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

import { buildPackage } from './build/index.mjs';
import { prepare } from './prepare/index.mjs';
import { readOptions, usage } from './start/options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const recentNode = `${root}node_modules/node/bin/node`;
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const watchMs = 1_000;

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

// Until the playground runs, a signal ends this process, and with it npm or the compiler.
const interrupt = () => process.exit(1);
for (const signal of signals) process.on(signal, interrupt);
try {
	const args = process.argv.slice(2);
	if (readOptions(args) === 'help') {
		console.log(usage);
		process.exit();
	}
	await prepare([process.env.N8N_GENERATION === 'v1' ? '--n8n-v1' : '--n8n']);
	await buildPackage(root, recentNode);
	for (const signal of signals) process.off(signal, interrupt);
	runPlayground(args);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
