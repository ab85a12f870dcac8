/** The most requests in any window of this length, per account and for all endpoints together (specification: Limits). */
const SHORT_LIMIT = { requests: 5, windowMs: 1_000 };
const LONG_LIMIT = { requests: 2_000, windowMs: 20 * 60_000 };

/**
 * The slots that this process's requests hold in the two windows. The service counts a request when it arrives, which is some
 * time between sending and response. A request holds its slot from sending until one window after the response, so requests of
 * this process never cause each other's refusal.
 */
export class Slots {
	#inFlight = 0;
	/** When slots of the short window become free, the latest first, in ms since the epoch. */
	#leaving: number[] = [];
	/** When the latest responses came, in order: as many as the long limit allows. */
	readonly #answers: number[] = [];

	take(): void {
		this.#inFlight += 1;
	}

	/**
	 * Call this when the response came or the caller stopped waiting.
	 *
	 * @param gapMs holds the slot for at least a window plus this time after sending, or fast responses would hide it from others
	 */
	release(sentAt: number, now: number, gapMs: number): void {
		this.#count(now);
		const freeAt = Math.max(sentAt + gapMs, now) + SHORT_LIMIT.windowMs;
		this.#leaving = [...this.#leaving, freeAt].toSorted((a, b) => b - a).slice(0, SHORT_LIMIT.requests);
	}

	/** Call this when the service refused the request. It took no slot, but refused requests may count in the long window. */
	refuse(now: number): void {
		this.#count(now);
	}

	/** Call this if the request was never sent. */
	cancel(): void {
		this.#inFlight -= 1;
	}

	/**
	 * Returns when the next request can be sent: infinity until another response arrives; a past time means now.
	 *
	 * @param inUse how many slots of the short window this process uses
	 */
	freeAt(inUse: number): number {
		return Math.max(this.#shortFreeAt(inUse), this.longFreeAt());
	}

	/** Returns when the 20-minute window has room; a past time means now. */
	longFreeAt(): number {
		const answer = this.#answers.at(this.#inFlight - LONG_LIMIT.requests);
		return answer === undefined ? Number.NEGATIVE_INFINITY : answer + LONG_LIMIT.windowMs;
	}

	#shortFreeAt(inUse: number): number {
		const open = inUse - this.#inFlight;
		if (open <= 0) return Number.POSITIVE_INFINITY;
		return this.#leaving[open - 1] ?? Number.NEGATIVE_INFINITY;
	}

	#count(now: number): void {
		this.#inFlight -= 1;
		this.#answers.push(now);
		if (this.#answers.length > LONG_LIMIT.requests) this.#answers.shift();
	}
}

/**
 * How much of the short limit this process uses. Its own requests never cause a 429, so a 429 means that others use the same
 * account. The process then frees half of its slots, and takes one more after each quiet period. The more slots it has, the longer
 * the period, so processes reach even shares without knowing of each other.
 */
interface Share {
	/** How many slots of the short window the process uses. */
	readonly slots: number;
	/** When the process takes one more slot, in ms since the epoch. */
	readonly nextSlotAt: number;
	/** Until when the service asked for no requests, in ms since the epoch. */
	readonly closedUntil: number;
	/** How many requests in a row were refused. */
	readonly refusals: number;
}

export const WHOLE_LIMIT: Share = {
	slots: SHORT_LIMIT.requests,
	nextSlotAt: Number.NEGATIVE_INFINITY,
	closedUntil: Number.NEGATIVE_INFINITY,
	refusals: 0,
};

/** The quiet period with one slot or none. It grows by the square of the slots. */
const QUIET_MS = 550;
/** With no slots left, each consecutive refusal multiplies the quiet period by this factor, up to 10 s. */
const GROWTH = 1.05;
const MOST_GROWTH = 18;

/**
 * @param retryAfterMs how long the service asked to wait
 * @param random in [0, 1): spreads out processes that were refused at the same time
 */
export function afterRefusal(share: Share, now: number, retryAfterMs: number | undefined, random: number): Share {
	const refusals = share.refusals + 1;
	const slots = Math.floor(share.slots / 2);
	// After the longest window there's room again, even if the service asks for a longer wait.
	const wishMs = Math.min(retryAfterMs ?? 0, LONG_LIMIT.windowMs);
	return {
		slots,
		nextSlotAt: now + quietMs(slots, refusals, random),
		closedUntil: Math.max(share.closedUntil, now + wishMs),
		refusals,
	};
}

/** Takes the slots that are due: one more, or several after a pause. */
export function atTime(share: Share, now: number, random: () => number): Share {
	let { slots, nextSlotAt } = share;
	while (slots < SHORT_LIMIT.requests && nextSlotAt <= now) {
		slots += 1;
		nextSlotAt += quietMs(slots, share.refusals, random());
	}
	return { ...share, slots, nextSlotAt };
}

/** Returns half to one and a half times the usual quiet period. */
function quietMs(slots: number, refusals: number, random: number): number {
	const usual = QUIET_MS * (slots === 0 ? Math.min(GROWTH ** refusals, MOST_GROWTH) : slots ** 2);
	return usual * (0.5 + random);
}
