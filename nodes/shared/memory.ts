import { monotonicClock } from '../api/pacing/clock';

const MOST_ENTRIES = 10_000;

/** Remembers entries of all executions by their keys. Forgets those that are too old, and the oldest ones beyond 10,000. */
export class Memory<T extends { keys: readonly string[] }> {
	readonly #keptMs: number;
	/** When each entry was added, oldest first. */
	readonly #addedAt = new Map<T, number>();

	constructor(keptMs: number) {
		this.#keptMs = keptMs;
	}

	add(entry: T): void {
		this.#addedAt.set(entry, monotonicClock.now());
	}

	/** @returns the entries that have one of the keys, oldest first */
	of(keys: readonly string[]): T[] {
		for (const [oldest, at] of this.#addedAt) {
			if (this.#addedAt.size <= MOST_ENTRIES && monotonicClock.now() - at < this.#keptMs) break;
			this.delete(oldest);
		}
		return [...this.#addedAt.keys()].filter((entry) => entry.keys.some((key) => keys.includes(key)));
	}

	delete(entry: T): void {
		this.#addedAt.delete(entry);
	}
}
