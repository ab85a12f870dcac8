import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import { type Budget, type Caller, cancelSignal } from './caller';
import type { Failure, Result } from './failure';

/** Waits for work that isn't only the caller's. The caller's limits, a failing execution or a cancel end the wait, not the work. */
async function waitFor<T>(caller: Caller, endpoint: EndpointName, work: Promise<T>): Promise<Result<T>> {
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

/** How long a reading is kept after its end. */
const KEPT_MS = 60 * 60_000;

interface Reading<T> {
	/** The reader's limits. */
	budget: Budget;
	result: Promise<Result<T>>;
	/** Infinity until it ends. */
	endedAt: number;
}

interface Need<T> {
	/** @param last the last reading's value, if there is one */
	read: (last?: T) => Promise<Result<T>>;
	/** @param ageMs since the end of the reading */
	isFresh: (value: T, ageMs: number) => boolean;
}

/** Whether to reuse a list that was read `ageMs` ago, because many items in a row shouldn't each read it. */
export function isListFresh(hasWanted: boolean, ageMs: number): boolean {
	return ageMs < (hasWanted ? 60_000 : 5_000);
}

/** What items of all executions need in common, read once for all who wait for it. The last reading of each account is kept for an hour. */
export class SharedReadings<T> {
	readonly #endpoint: EndpointName;
	readonly #readings = new Map<string, Reading<T>>();

	constructor(endpoint: EndpointName) {
		this.#endpoint = endpoint;
	}

	/**
	 * Returns the last reading if it's fresh, or else reads. A failure of the service counts for all who waited for it. No one shares
	 * another's cancel or shorter limits.
	 */
	async get(caller: Caller, { read, isFresh }: Need<T>): Promise<Result<T>> {
		const { account, budget } = caller;
		// API versions can differ in what they have.
		const key = `${account.id} ${account.apiVersion}`;
		for (const [id, { endedAt }] of this.#readings)
			if (monotonicClock.now() - endedAt > KEPT_MS) this.#readings.delete(id);
		let lastValue: T | undefined;
		const last = this.#readings.get(key);
		if (last !== undefined) {
			const hasEnded = Number.isFinite(last.endedAt);
			const waited = await waitFor(caller, this.#endpoint, last.result);
			if ('kind' in waited) return waited;
			const result = waited.value;
			const ageMs = monotonicClock.now() - last.endedAt;
			if ('value' in result) {
				if (isFresh(result.value, ageMs)) return result;
				lastValue = result.value;
			} else if (!hasEnded && isOfService(result, last.budget, budget)) return result;
			// If another caller has begun to read while this one waited, wait for that reading. If not, this one reads.
			if (this.#readings.get(key) !== last) return await this.get(caller, { read, isFresh });
		}
		const end = () => void (reading.endedAt = monotonicClock.now());
		const reading: Reading<T> = { budget, result: read(lastValue).finally(end), endedAt: Number.POSITIVE_INFINITY };
		this.#readings.set(key, reading);
		reading.result.catch(() => this.#readings.delete(key));
		return await reading.result;
	}
}

/** Whether a failure comes from the service, and not from the reader's cancel or shorter limits. */
function isOfService({ kind }: Failure, reader: Budget, own: Budget): boolean {
	const limits = ['timeoutMs', 'maxRateLimitWaitMs', 'totalMs'] as const;
	return kind === 'answered' || (kind !== 'canceled' && limits.every((limit) => reader[limit] >= own[limit]));
}
