import { LONG_LIMIT, SHORT_LIMIT } from './limits';

/**
 * How far an account holds back because the service refused requests (429) that this process alone can't have made too
 * many: others work with the same key. Of the places of the short window it then uses two less: the one that was refused,
 * and one for the others to find. It takes them up again one by one; who holds few tries soon, and who holds many waits
 * longer, so that several processes come to share the places evenly without knowing of each other.
 */
export interface SlowDown {
	/** Places of the short window in use. */
	readonly places: number;
	/** When one more is tried; ms since the epoch. */
	readonly nextPlaceAt: number;
	/** Nothing is sent before; ms since the epoch. */
	readonly closedUntil: number;
	/** Refusals one after another, none accepted in between; those of requests on their way at a refusal not counted. */
	readonly refusals: number;
	readonly refusedAt: number;
}

export const FULL_SPEED: SlowDown = {
	places: SHORT_LIMIT.requests,
	nextPlaceAt: Number.NEGATIVE_INFINITY,
	closedUntil: Number.NEGATIVE_INFINITY,
	refusals: 0,
	refusedAt: Number.NEGATIVE_INFINITY,
};

export interface Refusal {
	now: number;
	/** When the refused request was sent. */
	sentAt: number;
	/** The service's own wish. */
	retryAfterMs: number | undefined;
	/** Whether the process's own requests can explain it. */
	ownFault: boolean;
	/** In [0, 1): keeps processes apart that were refused at the same time. */
	random: number;
}

const PLACES_GIVEN_UP = 2;

/** How long a place that nobody disputes is held before one more is tried. */
const NEXT_PLACE_MS = 1_000;
/** The same after a refusal, by the places that are left. */
const PLACE_AGAIN_MS = [0, 500, 4_000, 8_000, 16_000];

const FIRST_BACK_OFF_MS = 100;
const BACK_OFF_GROWTH = 1.2;
const LONGEST_BACK_OFF_MS = 10_000;

export function afterRefusal(state: SlowDown, { now, sentAt, retryAfterMs, ownFault, random }: Refusal): SlowDown {
	const fresh = sentAt >= state.refusedAt;
	const refusals = fresh ? state.refusals + 1 : state.refusals;
	const apart = 0.5 + random;
	const backOffMs = Math.min(FIRST_BACK_OFF_MS * BACK_OFF_GROWTH ** (refusals - 1), LONGEST_BACK_OFF_MS) * apart;
	// 0, or a date that has passed by our clock, is no wish: it must not switch the back-off off.
	const wishMs = retryAfterMs === 0 ? undefined : retryAfterMs;
	// After the longest window there is room again, whatever the service wishes.
	const waitMs = Math.min(wishMs ?? (refusals > 1 || ownFault ? backOffMs : 0), LONG_LIMIT.windowMs);
	const places = ownFault ? state.places : Math.max(1, state.places - PLACES_GIVEN_UP);
	return {
		places,
		nextPlaceAt: ownFault ? state.nextPlaceAt : now + (PLACE_AGAIN_MS[places] ?? 0) * apart,
		closedUntil: Math.max(state.closedUntil, now + waitMs),
		refusals,
		refusedAt: fresh ? now : state.refusedAt,
	};
}

export function afterAcceptance(state: SlowDown): SlowDown {
	return state.refusals === 0 ? state : { ...state, refusals: 0 };
}

/** Takes up one more place when it is time to, and several after a rest. */
export function atTime(state: SlowDown, now: number): SlowDown {
	if (now < changesAt(state)) return state;
	const more = 1 + Math.floor((now - state.nextPlaceAt) / NEXT_PLACE_MS);
	const places = Math.min(state.places + more, SHORT_LIMIT.requests);
	return { ...state, places, nextPlaceAt: now + NEXT_PLACE_MS };
}

/** When `atTime` has something to do; ms since the epoch. */
export function changesAt({ places, nextPlaceAt, refusals }: SlowDown): number {
	return places === SHORT_LIMIT.requests || refusals > 0 ? Number.POSITIVE_INFINITY : nextPlaceAt;
}
