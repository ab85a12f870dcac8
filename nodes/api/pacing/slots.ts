import { LONG_LIMIT, SHORT_LIMIT } from './limits';

/**
 * The slots of the account's two windows that this process's requests hold. The service counts a request when it arrives,
 * some time between sending and answer. So a slot is held from sending until one window after the answer, and no request of
 * this process is refused because of another one.
 */
export class Slots {
	#inFlight = 0;
	/** When slots of the short window are free again; ms since the epoch. */
	#leaving: number[] = [];
	/** When the latest requests were answered, in their order: as many as the long limit allows. */
	readonly #answers: number[] = [];

	take(): void {
		this.#inFlight += 1;
	}

	/**
	 * The request was answered, or nobody waits for its answer any more.
	 *
	 * @param gapMs the slot is held at least for a window and this time after sending: where answers come at once, other
	 * processes would never find it free
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
		const answer = this.#answers.at(this.#inFlight - LONG_LIMIT.requests);
		return answer === undefined ? Number.NEGATIVE_INFINITY : answer + LONG_LIMIT.windowMs;
	}

	#shortFreeAt(inUse: number): number {
		const open = inUse - this.#inFlight;
		if (open <= 0) return Number.POSITIVE_INFINITY;
		return this.#leaving.toSorted((a, b) => b - a)[open - 1] ?? Number.NEGATIVE_INFINITY;
	}

	#count(now: number): void {
		this.#inFlight -= 1;
		this.#answers.push(now);
		if (this.#answers.length > LONG_LIMIT.requests) this.#answers.shift();
	}
}
