/** Where the simulator reads the time. */
export interface Clock {
	/** Milliseconds since 1970-01-01T00:00:00Z. */
	now(): number;
}

/** A base clock that can be moved, so that links expire and windows slide in tests without waiting. */
export class SimulatorClock implements Clock {
	readonly #base: Clock;
	/** How far it is ahead of the base clock, in ms. */
	ahead = 0;

	constructor(base: Clock) {
		this.#base = base;
	}

	now(): number {
		return this.#base.now() + this.ahead;
	}
}
