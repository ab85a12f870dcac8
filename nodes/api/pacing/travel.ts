/**
 * How long requests may be on their way before the service counts them. An answer tells only the whole round: the
 * request has arrived somewhere in between. Allowing for the whole round is certain but costs it; so the share of the
 * round in which arrivals are expected starts there, and shrinks while nothing is refused.
 */
export interface Travel {
	/** A request arrives no later than in this share of its round: 1 is certain, 0 means at once. */
	readonly share: number;
	/** The shortest of the last rounds, in ms. */
	readonly shortestMs: number;
	/** The last rounds in ms, newest first. */
	readonly rounds: readonly number[];
	/** Whether a refusal has shown where the share is too small. */
	readonly bounded: boolean;
}

/** Nothing is known but that a request arrives before its answer does. */
export const CERTAIN = 1;

export const UNKNOWN_TRAVEL: Travel = { share: CERTAIN, shortestMs: 0, rounds: [], bounded: false };

/** Beyond this a request has arrived, and the service takes its time to answer. */
export const LONGEST_TRAVEL_MS = 2_000;

/** Clocks count in whole milliseconds, and a window may include its edge. */
const GUARD_MS = 3;

/** However well the arrivals are known: without a gap between them another process would never find a place. */
const LEAST_ALLOWANCE_MS = 15;

const REMEMBERED_ROUNDS = 32;

/** Steps of the share: up at a refusal, down at each accepted request. In balance 1 in 700 requests is refused. */
const STEP_UP = 0.2;
const STEP_DOWN = 0.0003;
/** Until the first refusal the right share is unknown. */
const FIRST_STEP_DOWN = 0.01;

/**
 * How much longer than the window a place is to be left alone, counted from sending to sending: from the latest arrival
 * of the request that took it to the earliest arrival of the next one, which comes at once for certain, and later when
 * both ways take alike.
 *
 * @param roundMs undefined while there is no answer
 */
export function allowanceMs({ share, shortestMs }: Travel, roundMs: number | undefined): number {
	const latest = share * Math.min(roundMs ?? LONGEST_TRAVEL_MS, LONGEST_TRAVEL_MS);
	const earliest = Math.min(share, CERTAIN - share) * shortestMs;
	return Math.max(LEAST_ALLOWANCE_MS, GUARD_MS + latest - earliest);
}

export function afterAccepted(travel: Travel, roundMs: number): Travel {
	const step = travel.bounded ? STEP_DOWN : FIRST_STEP_DOWN;
	return { ...withRound(travel, roundMs), share: Math.max(0, travel.share - step) };
}

/** After a 429 that the account's own requests of this process can explain. */
export function afterRefused(travel: Travel, roundMs: number): Travel {
	return { ...withRound(travel, roundMs), share: Math.min(CERTAIN, travel.share + STEP_UP), bounded: true };
}

function withRound(travel: Travel, roundMs: number): Travel {
	const rounds = [roundMs, ...travel.rounds.slice(0, REMEMBERED_ROUNDS - 1)];
	return { ...travel, rounds, shortestMs: Math.min(...rounds, LONGEST_TRAVEL_MS) };
}
