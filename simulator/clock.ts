import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The simulator's source of the current time. */
export interface Clock {
	/** Milliseconds since 1970-01-01T00:00:00Z. */
	now(): number;
	/** How the service stays silent on a connection. By default, for the machine's time. */
	pause?(ms: number, connection: Socket): Promise<void>;
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

	async pause(ms: number, connection: Socket): Promise<void> {
		await (this.#base.pause?.(ms, connection) ?? sleep(ms, undefined, { ref: false }));
	}
}
