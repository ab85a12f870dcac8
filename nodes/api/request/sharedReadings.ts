import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import { type Budget, type Caller, wholeBudget } from './caller';
import type { Failure, Result } from './failure';
import { waitFor } from './waiting';

/** How long a failure of the service also counts for those who come after it. */
const FAILURE_COUNTS_MS = 1_000;

/** How long a reading is kept after its end. */
const KEPT_MS = 60 * 60_000;

interface Reading<T> {
	/** The reader's limits. */
	budget: Budget;
	result: Promise<Result<T>>;
	ended?: { at: number; result: Result<T> };
}

interface Need<T> {
	/** @param last the last reading's value, if there is one */
	read: (last?: T) => Promise<Result<T>>;
	/** @param ageMs since the end of the reading */
	isFresh: (value: T, ageMs: number) => boolean;
}

/** How long to reuse a list that has the wanted entry, and one that doesn't, so that many items in a row don't each read it. */
const FRESH_WITH_MS = 60_000;
const FRESH_WITHOUT_MS = 5_000;

/** Whether to reuse a list that was read `ageMs` ago. */
export function isListFresh(hasWanted: boolean, ageMs: number): boolean {
	return ageMs < (hasWanted ? FRESH_WITH_MS : FRESH_WITHOUT_MS);
}

/** What items of all executions need in common, read once for all who wait for it. The last reading of each account is kept for an hour. */
export class SharedReadings<T> {
	readonly #endpoint: EndpointName;
	readonly #readings = new Map<string, Reading<T>>();

	constructor(endpoint: EndpointName) {
		this.#endpoint = endpoint;
	}

	/**
	 * Returns the last reading if it's fresh, or else reads. A failure of the service counts for all who waited, and for those who
	 * come within a second. No one shares another's cancel or shorter limits.
	 */
	async get(caller: Caller, { read, isFresh }: Need<T>): Promise<Result<T>> {
		const { id } = caller.account;
		for (const [account, { ended }] of this.#readings) {
			if (ended !== undefined && monotonicClock.now() - ended.at > KEPT_MS) this.#readings.delete(account);
		}
		for (;;) {
			const last = this.#readings.get(id);
			if (last !== undefined && last.ended === undefined) {
				const waited = await waitFor(caller, this.#endpoint, last.result);
				if ('kind' in waited) return waited;
			}
			// True also for a reading that ended while this item waited.
			if (last?.ended !== undefined) {
				const { at, result } = last.ended;
				const ageMs = monotonicClock.now() - at;
				const counts = 'value' in result ? isFresh(result.value, ageMs) : ageMs < FAILURE_COUNTS_MS;
				if (counts && ('value' in result || countsFor(caller, result, last.budget))) return result;
			}
			// Another item may have begun to read in the meantime.
			if (this.#readings.get(id) === last) return await this.#begin(caller, read);
		}
	}

	#begin(caller: Caller, read: Need<T>['read']): Promise<Result<T>> {
		const { id } = caller.account;
		const last = this.#readings.get(id)?.ended?.result;
		const lastValue = last !== undefined && 'value' in last ? last.value : undefined;
		const reading: Reading<T> = { budget: wholeBudget(caller), result: read(lastValue) };
		this.#readings.set(id, reading);
		const end = (result: Result<T>) => void (reading.ended = { at: monotonicClock.now(), result });
		void reading.result.then(end, () => this.#readings.delete(id));
		return reading.result;
	}
}

/** Whether a failure says something about the service, or the caller's limits aren't longer than those of the item that read. */
function countsFor(caller: Caller, failure: Failure, reader: Budget): boolean {
	const own = wholeBudget(caller);
	if (failure.kind === 'unanswered' && failure.cause === 'timeout') return reader.timeoutMs >= own.timeoutMs;
	if (failure.kind === 'waitedTooLong') return reader.maxRateLimitWaitMs >= own.maxRateLimitWaitMs;
	return !['canceled', 'noTime'].includes(failure.kind);
}
