/** Where the simulator reads the time. */
export interface Clock {
	/** Milliseconds since 1970-01-01T00:00:00Z. */
	now(): number;
}

/** A base clock that can be moved and stopped, so that links expire and windows slide in tests without waiting. */
export class SimulatorClock implements Clock {
	readonly #base: Clock;
	#offset = 0;
	#stoppedAt: number | null = null;

	constructor(base: Clock) {
		this.#base = base;
	}

	get stopped(): boolean {
		return this.#stoppedAt !== null;
	}

	now(): number {
		return this.#stoppedAt ?? this.#base.now() + this.#offset;
	}

	set(at: number): void {
		if (this.#stoppedAt === null) this.#offset = at - this.#base.now();
		else this.#stoppedAt = at;
	}

	/** The time stands still until `run`; `set` still moves it. */
	stop(): void {
		this.#stoppedAt = this.now();
	}

	run(): void {
		if (this.#stoppedAt === null) return;
		const at = this.#stoppedAt;
		this.#stoppedAt = null;
		this.set(at);
	}

	/** Back to the base clock. */
	reset(): void {
		this.#stoppedAt = null;
		this.#offset = 0;
	}
}
