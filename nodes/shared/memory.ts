import { monotonicClock } from '../api/pacing/clock';

const MOST_ENTRIES = 10_000;

/** Remembers entries of all executions by their keys. Forgets those that are too old, and the oldest ones beyond 10,000. */
export class Memory<T extends { keys: readonly string[] }> {
	readonly #keptMs: number;
	/** When each entry was added, oldest first. */
	readonly #addedAt = new Map<T, number>();
	readonly #byKey = new Map<string, Set<T>>();

	constructor(keptMs: number) {
		this.#keptMs = keptMs;
	}

	add(entry: T): void {
		this.#addedAt.set(entry, monotonicClock.now());
		for (const key of entry.keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(entry));
	}

	/** @returns the entries that have one of the keys */
	of(keys: readonly string[]): T[] {
		for (const [oldest, at] of this.#addedAt) {
			if (this.#addedAt.size <= MOST_ENTRIES && monotonicClock.now() - at < this.#keptMs) break;
			this.delete(oldest);
		}
		return [...new Set(keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]))];
	}

	delete(entry: T): void {
		this.#addedAt.delete(entry);
		for (const key of entry.keys) {
			const others = this.#byKey.get(key);
			others?.delete(entry);
			if (others?.size === 0) this.#byKey.delete(key);
		}
	}
}
