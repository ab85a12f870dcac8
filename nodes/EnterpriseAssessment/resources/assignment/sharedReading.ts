import type { Clock } from '../../../api/pacing/clock';

/** A reading that goes on. */
interface Underway {
	readonly reader: object;
	/** With what it failed, or undefined. Never rejects. */
	readonly failure: Promise<{ error: unknown } | undefined>;
}

/** Something that is read for everybody who needs it: one reading at a time, and none where the last one will do. */
export class SharedReading {
	readonly #clock: Clock;
	#lastBegan = Number.NEGATIVE_INFINITY;
	#underway: Underway | undefined;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** When the last reading that succeeded was begun; ms since the epoch, minus infinity before the first. */
	get lastBegan(): number {
		return this.#lastBegan;
	}

	/**
	 * Resolves when a reading that was begun at that time or later has succeeded.
	 *
	 * @param atLeast not ahead of now
	 * @param reader who reads, e.g. one execution, in which several items may wait for the same
	 * @throws what `read` throws, to all who waited for it on behalf of the same reader: where the service doesn't answer, each
	 * of many items would otherwise wait for its own time-outs. Where the reading of another fails, it is this one's turn
	 */
	async notBefore(atLeast: number, reader: object, read: () => Promise<void>): Promise<void> {
		while (this.#lastBegan < atLeast) {
			const underway = this.#underway ?? this.#begin(reader, read);
			const failure = await underway.failure;
			if (failure !== undefined && underway.reader === reader) throw failure.error;
		}
	}

	/**
	 * Reads in any case, after what is underway.
	 *
	 * @throws what `read` throws
	 */
	async anew(reader: object, read: () => Promise<void>): Promise<void> {
		while (this.#underway !== undefined) await this.#underway.failure;
		const failure = await this.#begin(reader, read).failure;
		if (failure !== undefined) throw failure.error;
	}

	#begin(reader: object, read: () => Promise<void>): Underway {
		const began = this.#clock.now();
		const failure = read().then(
			() => {
				this.#lastBegan = began;
				this.#underway = undefined;
				return undefined;
			},
			(error: unknown) => {
				this.#underway = undefined;
				return { error };
			},
		);
		this.#underway = { reader, failure };
		return this.#underway;
	}
}
