import type { Answer } from './slots';

/** So many failures in a row, of any requests, mean that the service may be away. A few rows that it can't process don't. */
const SUSPECT_AFTER = 3;
/** The same once a probe was answered: only some rows, or one endpoint, may fail. */
const SUSPECT_AFTER_PROOF = 20;

/** The pauses between probes. They double, but someone who joins doesn't wait longer than the first one. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** The longest wait that the service can ask for. An outage is often over sooner than a proxy thinks. */
const LONGEST_WISH_MS = 10_000;

/** A service that never answered may not be one at all: the Service Address may be wrong. */
const PATIENCE_WITH_A_STRANGER_MS = 4_000;

/** What was so long ago says nothing anymore. Longer than anyone's patience, so no one forgets an outage while waiting for its end. */
const REMEMBERED_MS = 60_000;

/** What all accounts that use a Service Address know of it. */
export interface Address {
	/** Whether it ever answered, if only with an error. */
	hasAnswered: boolean;
}

/**
 * Whether an account's service is away. After a few failures in a row, or one time-out, it's suspected, and requests wait. One
 * harmless request at a time, a probe, finds out: if it's answered, everyone goes on, because only some rows or one endpoint fail. If
 * it fails, the service is away until a later probe is answered.
 * All times are ms since the epoch.
 */
export class Health {
	readonly #random: () => number;
	readonly #address: Address;
	/** Failures in a row, of any requests and of each endpoint's. */
	#failures = 0;
	readonly #failuresOf = new Map<string, number>();
	#suspectAfter = SUSPECT_AFTER;
	/** The first and the last of the failures in a row. */
	#failsSince = 0;
	#lastFailureAt = Number.NEGATIVE_INFINITY;
	#isProbing = false;
	#probes = 0;
	#lastProbeAt = Number.NEGATIVE_INFINITY;
	#pauseMs = 0;
	/** How long the service was away in earlier outages. */
	#awayMs = 0;

	constructor(random: () => number, address: Address = { hasAnswered: false }) {
		this.#random = random;
		this.#address = address;
	}

	/** Whether the service may be away, so that everyone waits until a probe finds out. */
	isSuspect(now: number): boolean {
		return this.#failures >= this.#suspectAfter && now - this.#lastFailureAt < REMEMBERED_MS;
	}

	/** How long the service was away so far, in all outages together. */
	awayMs(now: number): number {
		const until = Math.min(now, this.#lastFailureAt + REMEMBERED_MS);
		return this.#awayMs + (this.#probes > 0 ? until - this.#failsSince : 0);
	}

	/** Whether requests to the endpoint go on failing although the service works. */
	isFailingAlone(endpoint: string): boolean {
		return (this.#failuresOf.get(endpoint) ?? 0) >= SUSPECT_AFTER_PROOF;
	}

	/** When someone who waits can send the next probe; Infinity while one is on its way. Newcomers and the impatient can send it sooner. */
	probeAt({ joinedAt, patienceMs }: { joinedAt: number; patienceMs: number }): number {
		if (this.#isProbing) return Number.POSITIVE_INFINITY;
		const [last, endsAt] = [this.#lastProbeAt, this.#endOf(patienceMs)];
		const soonest = last + Math.min(this.#pauseMs, FIRST_PAUSE_MS);
		if (joinedAt > last) return soonest;
		return Math.min(last + this.#pauseMs, endsAt > last ? Math.max(endsAt, soonest) : Number.POSITIVE_INFINITY);
	}

	/** Whether someone with this patience gives up: not before a probe at its end has failed, and not while one is on its way. */
	isOver(patienceMs: number, now: number): boolean {
		return this.isSuspect(now) && !this.#isProbing && this.#lastProbeAt >= this.#endOf(patienceMs);
	}

	#endOf(patienceMs: number): number {
		const { hasAnswered } = this.#address;
		return this.#failsSince + (hasAnswered ? patienceMs : Math.min(patienceMs, PATIENCE_WITH_A_STRANGER_MS));
	}

	/** Call this when a probe is sent. Its end must be settled. Returns how many probes in a row failed. */
	probe(): number {
		this.#isProbing = true;
		return this.#probes;
	}

	/** Call this when a response begins, or when there is none. `endpoint` is undefined for a probe. */
	settle({ status, sign, retryAfterMs = 0 }: Answer, endpoint: string | undefined, now: number): void {
		const isProbe = endpoint === undefined;
		if (isProbe) this.#isProbing = false;
		this.#address.hasAnswered ||= status !== undefined;
		// A probe that gets no response has failed, whatever the reason, or the next one would follow immediately.
		if (sign === undefined && !(isProbe && status === undefined)) return;
		if (sign === 'works') {
			this.#suspectAfter = isProbe ? SUSPECT_AFTER_PROOF : SUSPECT_AFTER;
			if (!isProbe) this.#failuresOf.delete(endpoint);
			this.#recover(now);
			return;
		}
		if (now - this.#lastFailureAt >= REMEMBERED_MS) this.#recover(now);
		if (this.#failures === 0) this.#failsSince = now;
		this.#failures += 1;
		if (sign === 'silent') this.#failures = Math.max(this.#failures, this.#suspectAfter);
		this.#lastFailureAt = now;
		if (!isProbe) {
			this.#failuresOf.set(endpoint, (this.#failuresOf.get(endpoint) ?? 0) + 1);
			return;
		}
		if (this.#probes === 0) this.#failuresOf.clear();
		const longest = Math.min(FIRST_PAUSE_MS * 2 ** this.#probes, LONGEST_PAUSE_MS);
		this.#pauseMs = Math.max(longest * (0.5 + this.#random() / 2), Math.min(retryAfterMs, LONGEST_WISH_MS));
		this.#probes += 1;
		this.#lastProbeAt = now;
	}

	#recover(now: number): void {
		this.#awayMs = this.awayMs(now);
		this.#failures = 0;
		this.#probes = 0;
	}
}
