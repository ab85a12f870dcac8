import type { Clock } from '../../../../nodes/api/pacing/clock.ts';

/** The longest time that any work in these tests can take. */
const FOUR_HOURS = 4 * 60 * 60_000;

/** A clock that moves forward only when nothing more can happen at the current time. */
export class VirtualTime implements Clock {
	#now = 10_000_000;
	readonly #events: Array<{ at: number; run: () => void }> = [];

	now(): number {
		return this.#now;
	}

	sleep(ms: number): Promise<void> {
		return new Promise((run) => this.#events.push({ at: this.#now + Math.max(0, ms), run }));
	}

	async pass(ms: number): Promise<void> {
		await this.finish(this.sleep(ms));
	}

	/** Moves time forward until the work is done. Throws an error if that never happens. */
	async finish<T>(work: Promise<T>): Promise<T> {
		let isOver = false;
		const end = () => (isOver = true);
		work.then(end, end);
		const giveUpAt = this.#now + FOUR_HOURS;
		while (this.#now < giveUpAt) {
			// Several rounds, because a continuation can start others.
			for (let round = 0; round < 16; round += 1) await Promise.resolve();
			if (isOver) return await work;
			// The sort is stable, so simultaneous events run in the order in which they were added.
			const event = this.#events.sort((one, other) => one.at - other.at).shift();
			if (event === undefined) throw new Error('Nothing is left to happen');
			this.#now = Math.max(this.#now, event.at);
			event.run();
		}
		throw new Error("The work isn't done after four hours");
	}
}
