import type { Clock } from '../pacing/clock';
import { systemClock } from '../pacing/clock';

/** How long the requests of one run of a node have waited for their turns. */
export class Run {
	readonly #clock: Clock;
	#waiting = 0;
	#waitingSince = 0;
	#waitedMs = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Time in which at least one request waited, in ms. */
	get waitedMs(): number {
		return this.#waitedMs;
	}

	/** Counts the time until the turn is there, or given up. */
	async waitFor<T>(turn: Promise<T>): Promise<T> {
		if (this.#waiting++ === 0) this.#waitingSince = this.#clock.now();
		const result = await turn;
		if (--this.#waiting === 0) this.#waitedMs += this.#clock.now() - this.#waitingSince;
		return result;
	}
}

const runs = new WeakMap<object, Run>();

/** The run that a node's context belongs to; it ends with the context. */
export function runOf(context: object): Run {
	const run = runs.get(context) ?? new Run(systemClock);
	runs.set(context, run);
	return run;
}
