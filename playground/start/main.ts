// What scripts/start.mjs hands over to. Usage: node playground/start/main.ts [--check | --watch]
import { check } from '../check/index.ts';
import { interrupted } from './interrupted.ts';
import { openPlayground } from './open.ts';

const signal = interrupted();
const checking = process.argv.includes('--check');
try {
	process.exitCode = checking ? await check(signal) : await openPlayground(signal, process.argv.includes('--watch'));
} catch (error) {
	console.error(signal.aborted ? 'Stopped.' : error instanceof Error ? error.message : error);
	// Ctrl-C is how a playground is meant to end; a check that was stopped has shown nothing.
	process.exitCode = signal.aborted && !checking ? 0 : 1;
}
// The channel to scripts/start.mjs would keep this process alive.
if (process.connected) process.disconnect();
