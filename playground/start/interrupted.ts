/**
 * A signal that comes when this process is to end: Ctrl-C, a termination signal, or the end of the process that started
 * it. Later ones change nothing, since stopping is on its way then.
 */
export function interrupted(): AbortSignal {
	const controller = new AbortController();
	const interrupt = () => controller.abort(new Error('Interrupted'));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
	if (process.connected) process.once('disconnect', interrupt);
	return controller.signal;
}
