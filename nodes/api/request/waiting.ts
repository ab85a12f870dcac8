import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import { type Caller, cancelSignal } from './caller';
import type { Result } from './failure';

/**
 * Waits for work that isn't only the caller's. The wait ends with 'Max Rate Limit Wait', a failing run or a cancel, and the work
 * goes on.
 *
 * @param endpoint the endpoint that a failure names
 */
export async function waitFor<T>(caller: Caller, endpoint: EndpointName, work: Promise<T>): Promise<Result<T>> {
	const { maxRateLimitWaitMs, totalMs } = caller.budget;
	const longestMs = Math.min(maxRateLimitWaitMs, totalMs);
	const stop = caller.noMoreTurns ?? cancelSignal(caller);
	const isDone = new AbortController();
	// Work that is already done counts, even for a caller that never waits.
	const patience = monotonicClock.sleep(Math.max(1, longestMs), AbortSignal.any([isDone.signal, stop]));
	const value = await Promise.race([work.then((done) => ({ value: done })), patience]).finally(() => isDone.abort());
	if (value !== undefined) return value;
	if (stop.aborted) return { endpoint, tries: 0, kind: 'canceled', mayHaveArrived: false };
	return { endpoint, tries: 0, kind: 'waitedTooLong', waitedMs: longestMs };
}

/** The last turn of each key, in all executions of the process. It ends when all turns of the key have ended. */
const lastTurns = new Map<string, Promise<unknown>>();

/** Runs a task after all earlier ones that share a key. If the caller's wait ends before, the task never begins. */
export async function inTurn<T>(
	caller: Caller,
	{ keys, endpoint, turns = lastTurns }: { keys: readonly string[]; endpoint: EndpointName; turns?: typeof lastTurns },
	task: () => Promise<T>,
): Promise<Result<T>> {
	const earlier = Promise.all(keys.flatMap((key) => turns.get(key) ?? []));
	const own = waitFor(caller, endpoint, earlier).then(async (waited) =>
		'kind' in waited ? waited : { value: await task() },
	);
	const turn = Promise.allSettled([earlier, own]).then(() => {
		for (const key of keys) if (turns.get(key) === turn) turns.delete(key);
	});
	for (const key of keys) turns.set(key, turn);
	return await own;
}
