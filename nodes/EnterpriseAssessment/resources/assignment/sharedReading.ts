import type { Clock } from '../../../api/pacing/clock';

/** Something that is read for everybody who needs it: one reading at a time, and none where the last one will do. */
export class SharedReading {
	readonly #clock: Clock;
	#lastBegan = Number.NEGATIVE_INFINITY;
	#ended: Promise<unknown> | undefined;

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
	 * @throws what this caller's own `read` throws; where that of another fails, it is this one's turn
	 */
	async notBefore(atLeast: number, read: () => Promise<void>): Promise<void> {
		while (this.#lastBegan < atLeast) {
			if (this.#ended !== undefined) {
				await this.#ended;
				continue;
			}
			const reading = this.#read(read);
			this.#ended = reading.catch(() => undefined);
			await reading;
		}
	}

	async #read(read: () => Promise<void>): Promise<void> {
		const began = this.#clock.now();
		try {
			await read();
			this.#lastBegan = began;
		} finally {
			this.#ended = undefined;
		}
	}
}
