import { monotonicClock } from '../pacing/clock';
import { joinQueues } from '../pacing/lock';
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
