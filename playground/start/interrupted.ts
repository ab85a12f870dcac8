import { setInterval } from 'node:timers';

const watchMs = 1_000;

/**
 * A signal that comes when this process is to end: Ctrl-C, a termination signal, or the end of the process that started
 * it. Later ones change nothing, since stopping is on its way then.
 */
export function interrupted(): AbortSignal {
	const controller = new AbortController();
	const interrupt = () => controller.abort(new Error('Interrupted'));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
	// npm killed with -9 can't pass anything on: this process then has another parent.
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && interrupt(), watchMs).unref();
	return controller.signal;
}
