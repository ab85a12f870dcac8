/**
 * How long requests may be on their way before the service counts them. An answer tells only the whole round: the
 * request has arrived somewhere in between. That it arrived just before the answer is certain but costs the whole round
 * of the limit; so the share of the round that is allowed for travelling starts there and shrinks while nothing is refused.
 */
export interface Travel {
	/** Whole round of the last requests at its shortest, in ms; part of it passes before any request arrives. */
	readonly shortestMs: number;
	/** Share of the round, 1 = all of it. */
	readonly share: number;
	readonly settled: boolean;
	/** The last rounds in ms, newest first. */
	readonly rounds: readonly number[];
}

export const UNKNOWN_TRAVEL: Travel = { shortestMs: 0, share: 1, settled: false, rounds: [] };

/** Beyond this a request has arrived, and the service takes its time to answer. */
export const LONGEST_TRAVEL_MS = 2_000;

/** More than the whole round: the new request can be faster than the fastest answer shows. */
export const LARGEST_SHARE = 1.5;
const REMEMBERED_ROUNDS = 32;

/** Steps of the share: up at a refusal, down at each accepted request. In balance 1 in 250 requests is refused. */
const STEP_UP = 0.2;
const STEP_DOWN = 0.0008;
/** Until the first refusal the right share is unknown. */
const FIRST_STEP_DOWN = 0.005;

/** How long after it was sent a request may have arrived. @param roundMs undefined while there is no answer */
export function latestArrivalMs(travel: Travel, roundMs: number | undefined): number {
	return travel.share * Math.min(roundMs ?? LONGEST_TRAVEL_MS, LONGEST_TRAVEL_MS);
}

/** How long after it is sent a request arrives at the earliest. */
export function earliestArrivalMs(travel: Travel): number {
	return travel.share * travel.shortestMs;
}

export function afterAccepted(travel: Travel, roundMs: number): Travel {
	const step = travel.settled ? STEP_DOWN : FIRST_STEP_DOWN;
	return { ...withRound(travel, roundMs), share: Math.max(0, travel.share - step) };
}

/** After a 429 that the account's own requests of this process can explain. */
export function afterRefused(travel: Travel, roundMs: number): Travel {
	return { ...withRound(travel, roundMs), share: Math.min(LARGEST_SHARE, travel.share + STEP_UP), settled: true };
}

function withRound(travel: Travel, roundMs: number): Travel {
	const rounds = [roundMs, ...travel.rounds.slice(0, REMEMBERED_ROUNDS - 1)];
	return { ...travel, rounds, shortestMs: Math.min(...rounds, LONGEST_TRAVEL_MS) };
}
