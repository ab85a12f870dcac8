import { LIMITED, type Settings } from './settings.ts';

/** How requests are counted. The specification only defines the number of requests and the time. */
export type Counting = Pick<Settings, 'limits' | 'limitWindows' | 'refusedRequestsCount'>;

const LONGEST_MS = Math.max(...LIMITED.map(({ periodMs }) => periodMs));

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
	readonly #limited = LIMITED.map((one) => ({ ...one, bucket: new TokenBucket() }));

	/** Counts a request, if it's accepted. Returns how long to wait until it would be, in ms; 0 if it's accepted. */
	take(now: number, { limits, limitWindows: windows, refusedRequestsCount }: Counting): number {
		if (limits === null) return 0;
		this.#forget(now);
		const waits = this.#limited.map(({ name, periodMs, bucket }) =>
			windows === 'tokenBucket'
				? bucket.wait(limits[name], periodMs, now)
				: this.#wait(limits[name], periodMs, now, windows),
		);
		const retryAfterMs = Math.max(...waits);
		if (retryAfterMs === 0 || refusedRequestsCount) {
			this.#counted.push(now);
			for (const { bucket } of this.#limited) bucket.take();
		}
		return retryAfterMs;
	}

	usage(now: number) {
		const since = (periodMs: number) => this.#counted.filter((at) => at > now - periodMs && at <= now).length;
		return LIMITED.map(({ last, periodMs }) => ({ last, requests: since(periodMs) }));
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
		if (first > now - LONGEST_MS && last <= now) return;
		this.#counted = this.#counted.filter((at) => at > now - LONGEST_MS && at <= now);
	}
}
