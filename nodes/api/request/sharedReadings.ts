import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import type { Budget, Caller } from './caller';
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
	/** Infinity until it ends. */
	endedAt: number;
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
		for (const [key, { endedAt }] of this.#readings)
			if (monotonicClock.now() - endedAt > KEPT_MS) this.#readings.delete(key);
		let lastValue: T | undefined;
		for (let last = this.#readings.get(id); last !== undefined; last = this.#readings.get(id)) {
			const waited = await waitFor(caller, this.#endpoint, last.result);
			if ('kind' in waited) return waited;
			const result = waited.value;
			if ('value' in result) lastValue = result.value;
			const ageMs = monotonicClock.now() - last.endedAt;
			const counts =
				'value' in result
					? isFresh(result.value, ageMs)
					: ageMs < FAILURE_COUNTS_MS && isOfService(result, last.budget, caller.budget);
			if (counts) return result;
			// Otherwise, another item has begun to read in the meantime.
			if (this.#readings.get(id) === last) break;
		}
		const end = () => void (reading.endedAt = monotonicClock.now());
		const reading: Reading<T> = {
			budget: caller.budget,
			result: read(lastValue).finally(end),
			endedAt: Number.POSITIVE_INFINITY,
		};
		this.#readings.set(id, reading);
		reading.result.catch(() => this.#readings.delete(id));
		return await reading.result;
	}
}

/** Whether a failure comes from the service, and not from the reader's cancel or shorter limits. */
function isOfService({ kind }: Failure, reader: Budget, own: Budget): boolean {
	const limits = ['timeoutMs', 'maxRateLimitWaitMs', 'totalMs'] as const;
	return kind === 'answered' || (kind !== 'canceled' && limits.every((limit) => reader[limit] >= own[limit]));
}
