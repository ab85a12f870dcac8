import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The simulator's source of the current time. */
export interface Clock {
	/** Milliseconds since 1970-01-01T00:00:00Z. */
	now(): number;
}

/** A clock that also decides how long the service is silent on a connection. Without `pause`, it waits on the machine's clock. */
export interface BaseClock extends Clock {
	pause?(ms: number, connection: Socket): Promise<void>;
}

/** As long as a timer can be. */
export const FOREVER_MS = 2 ** 31 - 1;

/** A base clock that tests can move, to expire links and shift rate limit windows without waiting. */
export class SimulatorClock implements Clock {
	readonly #base: BaseClock;
	/** How far this clock is ahead of the base clock, in ms. */
	ahead = 0;

	constructor(base: BaseClock) {
		this.#base = base;
	}

	now(): number {
		return this.#base.now() + this.ahead;
	}

	async pause(ms: number, connection: Socket): Promise<void> {
		await (this.#base.pause?.(ms, connection) ?? sleep(ms, undefined, { ref: false }));
	}
}
