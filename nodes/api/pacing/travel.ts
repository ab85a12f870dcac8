/**
 * How far arrivals at the service may lie apart from sending, learnt from answers. An answer tells only the whole round:
 * the request has arrived somewhere in between. What matters is how much later than usual a request may have arrived, and
 * how much earlier the next one may; both are a share of the rounds that were seen.
 */
export interface Travel {
	/**
	 * 0: requests arrive at once, and rounds differ by the time the service takes. 1: they differ by the way to the
	 * service. 2: nothing is known but that a request arrives before its answer does.
	 */
	readonly share: number;
	/** What every round takes at least, in ms: the shortest of the last rounds, less while only few are known. */
	readonly shortestMs: number;
	/** The last rounds in ms, newest first. */
	readonly rounds: readonly number[];
	/** By how much the next accepted request makes the share smaller. */
	readonly stepDown: number;
	/** The usual round when the share was last found too small; infinite while it never was. */
	readonly usualMsAtRefusal: number;
}

/** Beyond this share no request can be refused for another one of the same process. */
export const CERTAIN = 2;

/** Steps of the share: down at each accepted request, up at a refusal, so that hardly ever one is refused. */
const FIRST_SHARE = 0.8;
const FIRST_STEP_DOWN = 0.003;
/** After a refusal the share is known to be about right. */
const STEP_DOWN = 0.0003;
/** Accepted requests after which the step down is twice as large: the network may be another one by now. */
const DOUBLED_AFTER = 70;
const LARGEST_STEP_DOWN = 0.008;
/** By how much the allowance for a usual round grows at a refusal, in ms. */
const STEP_UP_MS = 28;
/** A refusal at a large share: the ways there and back differ from request to request. */
const LARGE_STEP_UP = 0.5;
const LARGE_SHARE = 0.6;
/** The share that was right for short rounds is no guide once they are so many times as long. */
const OTHER_NETWORK = 2;

export const UNKNOWN_TRAVEL: Travel = {
	share: FIRST_SHARE,
	shortestMs: 0,
	rounds: [],
	stepDown: FIRST_STEP_DOWN,
	usualMsAtRefusal: Number.POSITIVE_INFINITY,
};

/** Beyond this a request has arrived, and the service takes its time to answer. */
export const LONGEST_TRAVEL_MS = 2_000;

/** A busy process sends a little later than it may, and a window may include its edge. */
const GUARD_MS = 8;

/** However well the arrivals are known: without a gap between them another process would never find a place. */
const LEAST_ALLOWANCE_MS = 15;

const REMEMBERED_ROUNDS = 32;

/**
 * How much longer than the window a place is to be left alone, counted from sending to sending: from the latest arrival
 * of the request that took it to the earliest arrival of the next one.
 *
 * @param roundMs undefined while there is no answer
 */
export function allowanceMs({ share, shortestMs }: Travel, roundMs: number | undefined): number {
	const latest = Math.min(share, 1) * Math.min(roundMs ?? LONGEST_TRAVEL_MS, LONGEST_TRAVEL_MS);
	const earliest = Math.min(share, CERTAIN - share) * shortestMs;
	return Math.max(LEAST_ALLOWANCE_MS, GUARD_MS + latest - earliest);
}

export function afterAccepted(travel: Travel, roundMs: number): Travel {
	const next = withRound(travel, roundMs);
	if (usualMs(next) > OTHER_NETWORK * travel.usualMsAtRefusal) {
		return { ...UNKNOWN_TRAVEL, rounds: next.rounds, shortestMs: next.shortestMs };
	}
	return {
		...next,
		share: Math.max(0, travel.share - travel.stepDown),
		stepDown: Math.min(travel.stepDown * 2 ** (1 / DOUBLED_AFTER), LARGEST_STEP_DOWN),
	};
}

/** After a 429 that the account's own requests of this process can explain. */
export function afterRefused(travel: Travel, roundMs: number): Travel {
	const next = withRound(travel, roundMs);
	const usual = usualMs(next);
	const step = travel.share > LARGE_SHARE ? LARGE_STEP_UP : Math.min(STEP_UP_MS / usual, LARGE_STEP_UP);
	return { ...next, share: Math.min(CERTAIN, travel.share + step), stepDown: STEP_DOWN, usualMsAtRefusal: usual };
}

function usualMs({ rounds }: Travel): number {
	return rounds.reduce((sum, ms) => sum + ms, 0) / rounds.length;
}

function withRound(travel: Travel, roundMs: number): Travel {
	const rounds = [roundMs, ...travel.rounds.slice(0, REMEMBERED_ROUNDS - 1)];
	const known = rounds.length / REMEMBERED_ROUNDS;
	return { ...travel, rounds, shortestMs: known * Math.min(...rounds, LONGEST_TRAVEL_MS) };
}
