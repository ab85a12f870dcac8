export interface Limits {
	perSecond: number;
	per20Minutes: number;
}

/** Specification: Limits. */
export const SPECIFIED_LIMITS: Limits = { perSecond: 5, per20Minutes: 2000 };

/** How requests are counted. The specification only defines the number of requests and the time. */
export interface Counting {
	/** A sliding window before each request, fixed windows aligned to the clock, or places that become free one by one. */
	windows: 'sliding' | 'fixed' | 'tokenBucket';
	/** Whether a refused request also takes a place. */
	refusedCount: boolean;
}

const SECOND = 1000;
const TWENTY_MINUTES = 20 * 60 * SECOND;

export type Decision = { accepted: true } | { accepted: false; retryAfterMs: number };

/** A bucket of `limit` places. One becomes free every `period / limit`. */
class TokenBucket {
	#tokens: number | null = null;
	#at = 0;

	/** The time until a place is free, in ms. */
	wait(limit: number, period: number, now: number): number {
		const elapsed = Math.max(0, now - this.#at);
		this.#tokens = Math.min(limit, (this.#tokens ?? limit) + (elapsed * limit) / period);
		this.#at = now;
		return Math.max(0, Math.ceil(((1 - this.#tokens) * period) / limit - 1e-6));
	}

	take(): void {
		this.#tokens = Math.max(0, (this.#tokens ?? 1) - 1);
	}
}

/** The counted requests of one account. */
export class RequestWindows {
	/** The times of counted requests, oldest first. */
	#counted: number[] = [];
	readonly #buckets = { second: new TokenBucket(), twentyMinutes: new TokenBucket() };

	take(now: number, limits: Limits, { windows, refusedCount }: Counting): Decision {
		this.#forget(now);
		const { second, twentyMinutes } = this.#buckets;
		const wait = (limit: number, period: number, bucket: TokenBucket): number =>
			windows === 'tokenBucket' ? bucket.wait(limit, period, now) : this.#wait(limit, period, now, windows);
		const retryAfterMs = Math.max(
			wait(limits.perSecond, SECOND, second),
			wait(limits.per20Minutes, TWENTY_MINUTES, twentyMinutes),
		);
		const accepted = retryAfterMs <= 0;
		if (accepted || refusedCount) {
			this.#counted.push(now);
			second.take();
			twentyMinutes.take();
		}
		return accepted ? { accepted } : { accepted, retryAfterMs };
	}

	usage(now: number) {
		this.#forget(now);
		const lastSecond = this.#counted.filter((at) => at > now - SECOND).length;
		return { lastSecond, last20Minutes: this.#counted.length };
	}

	/** The time until the `limit`-th newest request no longer counts: one period after it, or at the end of its fixed window. */
	#wait(limit: number, period: number, now: number, windows: 'sliding' | 'fixed'): number {
		const place = this.#counted[this.#counted.length - limit];
		if (place === undefined) return 0;
		const from = windows === 'sliding' ? place : Math.floor(place / period) * period;
		return Math.max(0, from + period - now);
	}

	/** Drops requests older than the long window, and requests in the future if the clock was set back. */
	#forget(now: number): void {
		const [first, last] = [this.#counted[0], this.#counted.at(-1)];
		if (first === undefined || last === undefined) return;
		if (first > now - TWENTY_MINUTES && last <= now) return;
		this.#counted = this.#counted.filter((at) => at > now - TWENTY_MINUTES && at <= now);
	}
}
