import { monotonicClock } from '../pacing/clock';
import type { EndpointName } from '../specification/endpoints';
import type { Budget, Caller } from './caller';
import { type Failure, isTemporary, type Result } from './failure';
import { waitFor } from './oneAtATime';

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

/** What items of all executions need in common, read once for all who wait for it. Keeps the last reading of each account. */
export class SharedReadings<T> {
	readonly #endpoint: EndpointName;
	readonly #readings = new Map<string, Reading<T>>();

	constructor(endpoint: EndpointName) {
		this.#endpoint = endpoint;
	}

	/** Returns the last reading if it's fresh, or else reads. Those who wait share a failure, but no one's cancel or shorter limits. */
	async get(caller: Caller, { read, isFresh }: Need<T>): Promise<Result<T>> {
		const { account, budget } = caller;
		// API versions can differ in what they have.
		const key = `${account.id} ${account.apiVersion}`;
		let lastValue: T | undefined;
		const last = this.#readings.get(key);
		if (last !== undefined) {
			const hasEnded = Number.isFinite(last.endedAt);
			const waited = await waitFor(caller, this.#endpoint, last.result);
			if ('kind' in waited) return waited;
			const { value: result } = waited;
			if ('value' in result) {
				if (isFresh(result.value, monotonicClock.now() - last.endedAt)) return result;
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
function isOfService(failure: Failure, reader: Budget, own: Budget): boolean {
	if (failure.kind === 'answered' && !isTemporary(failure)) return true;
	const limits = ['timeoutMs', 'maxRateLimitWaitMs', 'totalMs', 'patienceMs'] as const;
	return failure.kind !== 'canceled' && limits.every((limit) => reader[limit] >= own[limit]);
}
