export interface Limits {
	perSecond: number;
	per20Minutes: number;
}

/** Specification, Limits. */
export const SPECIFIED_LIMITS: Limits = { perSecond: 5, per20Minutes: 2000 };

const SECOND = 1000;
const TWENTY_MINUTES = 20 * 60 * SECOND;

export type Decision = { accepted: true } | { accepted: false; retryAfterMs: number };

export interface Usage {
	lastSecond: number;
	last20Minutes: number;
}

/** The accepted requests of one account in two sliding windows; a rejected request takes no place. */
export class RequestWindows {
	/** Times of accepted requests, oldest first. */
	#accepted: number[] = [];

	take(now: number, limits: Limits): Decision {
		this.#forget(now);
		const wait = Math.max(
			this.#waitFor(limits.perSecond, SECOND, now),
			this.#waitFor(limits.per20Minutes, TWENTY_MINUTES, now),
		);
		if (wait > 0) return { accepted: false, retryAfterMs: wait };
		this.#accepted.push(now);
		return { accepted: true };
	}

	usage(now: number): Usage {
		this.#forget(now);
		const from = now - SECOND;
		return {
			lastSecond: this.#accepted.filter((at) => at > from).length,
			last20Minutes: this.#accepted.length,
		};
	}

	/** Until the place of the `limit`-th last request is free again. */
	#waitFor(limit: number, window: number, now: number): number {
		const place = this.#accepted[this.#accepted.length - limit];
		return place === undefined ? 0 : Math.max(0, place + window - now);
	}

	/** What lies behind the long window, and ahead of a clock that was set back. */
	#forget(now: number): void {
		const [first, last] = [this.#accepted[0], this.#accepted.at(-1)];
		if (first === undefined || last === undefined) return;
		if (first > now - TWENTY_MINUTES && last <= now) return;
		this.#accepted = this.#accepted.filter((at) => at > now - TWENTY_MINUTES && at <= now);
	}
}
