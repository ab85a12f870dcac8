import type { Health } from '../pacing/health';
import type { NoTurn } from '../pacing/pacer';
import type { EndpointName } from '../specification/endpoints';
import type { Budget } from './caller';
import { type Failure, isInDoubt, isTemporary } from './failure';

/** A try needs at least this much time, because a shorter one would likely end without a clear outcome. */
const SHORTEST_TRY_MS = 1_000;

/** The pause before the second try. It doubles before each further one. */
const FIRST_PAUSE_MS = 500;
/** The longest pause that the service can ask for. */
const LONGEST_PAUSE_MS = 10_000;

/** The most tries in all, not counting refusals, for a service that goes away and comes back all the time. */
const MOST_TRIES = 12;

type ServiceHealth = Pick<Health, 'awayMs' | 'isFailingAlone' | 'isSuspect'>;

/**
 * When a request is sent, and whether it's sent again. A try doesn't count if it was refused (429), or if the service was away.
 * All times are ms since the epoch.
 */
export class Plan {
	readonly #budget: Budget;
	readonly #health: ServiceHealth;
	readonly #endBy: number;
	#waitedMs = 0;
	#tries = 0;
	#counted = 0;
	/** How long the service had been away before the last try, if that wasn't refused. It's counted unless the service was away since. */
	#awayMs: number | undefined;
	/** The failure to report if there's no time for another try, or even for the first one. */
	last: Failure;

	constructor(endpoint: EndpointName, budget: Budget, health: ServiceHealth, now: number) {
		this.#budget = budget;
		this.#health = health;
		this.#endBy = now + budget.totalMs;
		this.last = { endpoint, tries: 0, kind: 'noTime' };
	}

	/** How long the request can wait for a turn. Undefined if it's too late for a try. */
	wait(now: number) {
		const endBy = this.#endBy - SHORTEST_TRY_MS;
		if (now > endBy) return undefined;
		const { maxRateLimitWaitMs: longestWaitMs } = this.#budget;
		return { endBy, waitMs: longestWaitMs - this.#waitedMs, longestWaitMs };
	}

	/** @param ms not counting outages */
	waited(ms: number): void {
		this.#waitedMs += ms;
	}

	/** Why the request failed if it doesn't get a turn. */
	without(turn: NoTurn<Failure>, systemNow: number): Failure {
		const { endpoint, tries, status } = this.last;
		if (turn.kind === 'canceled') return { endpoint, tries, kind: 'canceled', mayHaveArrived: false };
		if (turn.kind === 'away') {
			// Its own failure says more.
			if (tries > 0) return this.last;
			return { endpoint, tries, kind: 'unavailable', status: turn.failure?.status, cause: turn.failure };
		}
		const freeAt = turn.freeInMs === undefined ? undefined : systemNow + turn.freeInMs;
		return { endpoint, tries, status, kind: 'waitedTooLong', waitedMs: this.#waitedMs, freeAt };
	}

	/** Whether to use a turn. Only now it's known whether the last try was part of an outage. */
	hasTryLeft(now: number): boolean {
		const awayMs = this.#health.awayMs(now);
		if (this.#awayMs === awayMs) this.#counted += 1;
		this.#awayMs = awayMs;
		return this.#counted < this.#maxTries;
	}

	/** One if the service works, but keeps failing this endpoint. */
	get #maxTries(): number {
		return this.#health.isFailingAlone(this.last.endpoint) ? 1 : this.#budget.maxTries;
	}

	/** If the process is busy, a turn can come late. */
	timeoutMs(now: number): number {
		return Math.min(this.#budget.timeoutMs, Math.max(SHORTEST_TRY_MS, Math.ceil(this.#endBy - now)));
	}

	failed(result: Failure): void {
		this.last = { ...result, tries: this.last.tries + result.tries };
		// A refused request isn't a try.
		if (result.status === 429) this.#awayMs = undefined;
		else this.#tries += 1;
	}

	/** Returns the pause before the next try, at least as long as the service asks. Undefined if there is no next try, or no time for it. */
	pauseMs(now: number): number | undefined {
		const { last } = this;
		const isWorthIt = last.status === 429 || (isTemporary(last) && !isInDoubt(last) && this.#tries < MOST_TRIES);
		if (!isWorthIt || this.wait(now) === undefined) return undefined;
		// The queue holds it until it's known whether the service is away.
		if (last.status === 429 || this.#health.isSuspect(now)) return 0;
		const tries = this.#counted + 1;
		if (tries >= this.#maxTries) return undefined;
		const wishMs = last.kind === 'answered' ? last.retryAfterMs : 0;
		const pauseMs = Math.min(Math.max(FIRST_PAUSE_MS * 2 ** (tries - 1), wishMs), LONGEST_PAUSE_MS);
		return this.wait(now + pauseMs) === undefined ? undefined : pauseMs;
	}
}
