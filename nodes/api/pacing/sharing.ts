import { LONG_LIMIT, SHORT_LIMIT } from './limits';

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
