import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import { type Caller, cancelSignal } from './caller';
import type { Result } from './failure';

/** Waits for work that isn't only the caller's. The caller's limits, a failing execution or a cancel end the wait, not the work. */
export async function waitFor<T>(caller: Caller, endpoint: EndpointName, work: Promise<T>): Promise<Result<T>> {
	const { maxRateLimitWaitMs, totalMs } = caller.budget;
	const longestMs = Math.min(maxRateLimitWaitMs, totalMs);
	const stop = caller.stopWaiting ?? cancelSignal(caller);
	const isDone = new AbortController();
	// Work that is already done counts, even for a caller that never waits.
	const patience = monotonicClock.sleep(Math.max(1, longestMs), AbortSignal.any([isDone.signal, stop]));
	const value = await Promise.race([work.then((done) => ({ value: done })), patience]).finally(() => isDone.abort());
	if (value !== undefined) return value;
	if (stop.aborted) return { endpoint, tries: 0, kind: 'canceled', mayHaveArrived: false };
	return { endpoint, tries: 0, kind: 'waitedTooLong', waitedMs: longestMs };
}

/** The end of each key's last task, and of all before it, in all executions of the process. */
const lastTasks = new Map<string, Promise<unknown>>();

/** Runs a task after all earlier ones that share a key. If the caller's wait ends before, the task never begins. */
export async function oneAtATime<T>(
	caller: Caller,
	{ keys, endpoint, tasks = lastTasks }: { keys: readonly string[]; endpoint: EndpointName; tasks?: typeof lastTasks },
	task: () => Promise<T>,
): Promise<Result<T>> {
	const earlier = Promise.all(keys.flatMap((key) => tasks.get(key) ?? []));
	const own = waitFor(caller, endpoint, earlier).then(async (waited) =>
		'kind' in waited ? waited : { value: await task() },
	);
	const end = Promise.allSettled([earlier, own]).then(() => {
		for (const key of keys) if (tasks.get(key) === end) tasks.delete(key);
	});
	for (const key of keys) tasks.set(key, end);
	return await own;
}
