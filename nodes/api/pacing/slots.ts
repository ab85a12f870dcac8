import { LONG_LIMIT, SHORT_LIMIT } from './limits';

/**
 * Which slots of the account's two windows this process's requests hold. The service counts a request when it arrives,
 * some time between sending and answer; so a slot is held from sending until one window after the answer, and no request
 * of this process can be refused because of another one.
 */
export class Slots {
	#inFlight = 0;
	/** When slots of the short window are free again; ms since the epoch. */
	#leaving: number[] = [];
	/** When requests were answered that count in the long window, in their order: a ring as long as its limit. */
	readonly #answers: number[] = [];
	#counted = 0;

	take(): void {
		this.#inFlight += 1;
	}

	/**
	 * The request was answered, or nobody waits for its answer any more.
	 *
	 * @param gapMs the slot is held for a window and so much more after sending at least: where answers come at once,
	 * other processes would never find it free
	 */
	release(sentAt: number, now: number, gapMs: number): void {
		this.#count(now);
		this.#leaving = this.#leaving.filter((at) => at > now);
		this.#leaving.push(Math.max(sentAt + gapMs, now) + SHORT_LIMIT.windowMs);
	}

	/** The service refused the request: its slot was never taken, but refused requests may count in the long window. */
	refuse(now: number): void {
		this.#count(now);
	}

	/** The request never left. */
	cancel(): void {
		this.#inFlight -= 1;
	}

	/**
	 * When the next request may be sent, as far as is known: infinite until another answer has come, in the past when at
	 * once.
	 *
	 * @param inUse how many slots of the short window are used
	 */
	freeAt(inUse: number): number {
		return Math.max(this.#shortFreeAt(inUse), this.longFreeAt());
	}

	/** When the 20-minute window has room; in the past when it has. */
	longFreeAt(): number {
		const before = this.#counted + this.#inFlight - LONG_LIMIT.requests;
		const answer = before < 0 ? undefined : this.#answers[before % LONG_LIMIT.requests];
		return answer === undefined ? Number.NEGATIVE_INFINITY : answer + LONG_LIMIT.windowMs;
	}

	/** Whether both windows are as if nothing had ever been sent. */
	isEmpty(now: number): boolean {
		const last = this.#answers[(this.#counted - 1) % LONG_LIMIT.requests];
		return this.#inFlight === 0 && (last === undefined || last + LONG_LIMIT.windowMs <= now);
	}

	#shortFreeAt(inUse: number): number {
		const open = inUse - this.#inFlight;
		if (open <= 0) return Number.POSITIVE_INFINITY;
		return this.#leaving.toSorted((a, b) => b - a)[open - 1] ?? Number.NEGATIVE_INFINITY;
	}

	#count(now: number): void {
		this.#inFlight -= 1;
		this.#answers[this.#counted % LONG_LIMIT.requests] = now;
		this.#counted += 1;
	}
}
