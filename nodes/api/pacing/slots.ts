/** At most so many requests in any window of this length. */
interface Limit {
	readonly requests: number;
	readonly windowMs: number;
}

/** Both hold for an account, over all endpoints (specification: Limits). */
const SHORT_LIMIT: Limit = { requests: 5, windowMs: 1_000 };
const LONG_LIMIT: Limit = { requests: 2_000, windowMs: 20 * 60_000 };

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

/**
 * How much of the short limit this process uses. It never causes a refusal (429) by itself, so a refusal says that others
 * work with the same account: it gives up half of its slots, and takes one more after each quiet while. A process with many
 * slots waits longer for the next one than a process with few. So processes come to even shares without knowing of each
 * other.
 */
export interface Share {
	/** How many slots of the short window are in use. */
	readonly slots: number;
	/** When one more is tried; ms since the epoch. */
	readonly nextSlotAt: number;
	/** Nothing is sent before, because the service asked for it; ms since the epoch. */
	readonly closedUntil: number;
	/** How many requests were refused one after another. */
	readonly refusals: number;
}

export const WHOLE_LIMIT: Share = {
	slots: SHORT_LIMIT.requests,
	nextSlotAt: Number.NEGATIVE_INFINITY,
	closedUntil: Number.NEGATIVE_INFINITY,
	refusals: 0,
};

/** A quiet while with one slot or none. With more slots it grows by their square. */
const QUIET_MS = 550;
/** With no slot left, each refusal in a row makes the while longer by this factor, up to 10 s. */
const GROWTH = 1.05;
const MOST_GROWTH = 18;

/**
 * @param retryAfterMs the service's own wish
 * @param random in [0, 1): keeps processes apart that were refused at the same time
 */
export function afterRefusal(share: Share, now: number, retryAfterMs: number | undefined, random: number): Share {
	const refusals = share.refusals + 1;
	const slots = Math.floor(share.slots / 2);
	// After the longest window there is room again, whatever the service wishes.
	const wishMs = Math.min(retryAfterMs ?? 0, LONG_LIMIT.windowMs);
	return {
		slots,
		nextSlotAt: now + quietMs(slots, refusals, random),
		closedUntil: Math.max(share.closedUntil, now + wishMs),
		refusals,
	};
}

/** Takes up the slots that are due: one more, or several after a rest. */
export function atTime(share: Share, now: number, random: () => number): Share {
	let { slots, nextSlotAt } = share;
	while (slots < SHORT_LIMIT.requests && nextSlotAt <= now) {
		slots += 1;
		nextSlotAt += quietMs(slots, share.refusals, random());
	}
	return { ...share, slots, nextSlotAt };
}

/** Half to one and a half times the usual while. */
function quietMs(slots: number, refusals: number, random: number): number {
	const usual = QUIET_MS * (slots === 0 ? Math.min(GROWTH ** refusals, MOST_GROWTH) : slots ** 2);
	return usual * (0.5 + random);
}
