import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import { type Caller, cancelSignal, wholeBudget } from './caller';
import type { Result } from './failure';

/**
 * Waits for work that isn't only the caller's. The wait ends with 'Max Rate Limit Wait', a failing run or a cancel, and the work
 * goes on.
 *
 * @param endpoint the endpoint that a failure names
 */
export async function waitFor<T>(caller: Caller, endpoint: EndpointName, work: Promise<T>): Promise<Result<T>> {
	const { maxRateLimitWaitMs, totalMs } = wholeBudget(caller);
	const longestMs = Math.min(maxRateLimitWaitMs, totalMs);
	const stop = caller.noMoreTurns ?? cancelSignal(caller);
	const isDone = new AbortController();
	const patience = monotonicClock.sleep(longestMs, AbortSignal.any([isDone.signal, stop]));
	const value = await Promise.race([work.then((done) => ({ value: done })), patience]).finally(() => isDone.abort());
	if (value !== undefined) return value;
	if (stop.aborted) return { endpoint, tries: 0, kind: 'canceled', mayHaveArrived: false };
	return { endpoint, tries: 0, kind: 'waitedTooLong', waitedMs: longestMs };
}

/** For each key, what ends when everyone has released it, in all executions of the process. */
const processTails = new Map<string, Promise<void>>();

/** Joins the queue of each key. The turn begins when all `earlier` ones have ended. Call `release` at its end, or to give up the wait. */
export function joinQueues(keys: readonly string[], tails = processTails) {
	const earlier = keys.flatMap((key) => tails.get(key) ?? []);
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	const tail = Promise.all([...earlier, released]).then(() => {
		for (const key of keys) if (tails.get(key) === tail) tails.delete(key);
	});
	for (const key of keys) tails.set(key, tail);
	return { earlier, release };
}

/** Runs a task after all earlier ones that share a key. If the caller's wait ends before, the task never begins. */
export async function inTurn<T>(
	caller: Caller,
	{ keys, endpoint }: { keys: readonly string[]; endpoint: EndpointName },
	task: () => Promise<T>,
): Promise<Result<T>> {
	const { earlier, release } = joinQueues(keys);
	try {
		const waited = await waitFor(caller, endpoint, Promise.all(earlier));
		// If nothing is under way, even a caller that never waits gets its turn.
		if ('kind' in waited && earlier.length > 0) return waited;
		return { value: await task() };
	} finally {
		release();
	}
}
