/** The simulator's source of the current time. */
export interface Clock {
	/** Milliseconds since 1970-01-01T00:00:00Z. */
	now(): number;
}

/** A base clock that tests can move, to expire links and shift rate limit windows without waiting. */
export class SimulatorClock implements Clock {
	readonly #base: Clock;
	/** How far this clock is ahead of the base clock, in ms. */
	ahead = 0;

	constructor(base: Clock) {
		this.#base = base;
	}

	now(): number {
		return this.#base.now() + this.ahead;
	}
}
