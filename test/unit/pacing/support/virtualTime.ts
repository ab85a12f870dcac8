import type { Clock } from '../../../../nodes/api/pacing/clock.ts';

/** No work here takes longer. */
const FOUR_HOURS = 4 * 60 * 60_000;

/** Time that moves forward only when nothing more can happen at the current time. */
export class VirtualTime implements Clock {
	#now = 10_000_000;
	readonly #events: Array<{ at: number; run: () => void }> = [];

	now(): number {
		return this.#now;
	}

	sleep(ms: number): Promise<void> {
		return new Promise((run) => this.#events.push({ at: this.#now + Math.max(0, ms), run }));
	}

	/** Lets so much time pass. */
	async pass(ms: number): Promise<void> {
		await this.finish(this.sleep(ms));
	}

	/** Lets time pass until the work is done. Throws if that never happens. */
	async finish<T>(work: Promise<T>): Promise<T> {
		let isOver = false;
		const end = () => (isOver = true);
		work.then(end, end);
		const giveUpAt = this.#now + FOUR_HOURS;
		while (this.#now < giveUpAt) {
			// A few rounds also run the continuations that other continuations start.
			for (let round = 0; round < 16; round += 1) await Promise.resolve();
			if (isOver) return await work;
			// Of simultaneous events, the one that was added first comes first.
			const event = this.#events.sort((one, other) => one.at - other.at).shift();
			if (event === undefined) throw new Error('Nothing is left to happen');
			this.#now = Math.max(this.#now, event.at);
			event.run();
		}
		throw new Error("The work isn't done after four hours");
	}
}
