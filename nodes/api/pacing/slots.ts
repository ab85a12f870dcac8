/** The most requests in any window of this length, per account and for all endpoints together (specification: Limits). */
export const SHORT_LIMIT = { requests: 5, windowMs: 1_000, per: 'second' };
const LONG_LIMITS = [{ requests: 2_000, windowMs: 20 * 60_000, per: '20 minutes' }];
export const LONGEST_WINDOW_MS = Math.max(...LONG_LIMITS.map(({ windowMs }) => windowMs));
/** E.g. `5 requests per second and 2,000 per 20 minutes`. */
export const LIMITS_TEXT = [SHORT_LIMIT, ...LONG_LIMITS]
	.map(({ requests, per }, nth) => `${requests.toLocaleString('en')}${nth === 0 ? ' requests' : ''} per ${per}`)
	.join(' and ');

/** After a fast response, a slot is held up to this much longer, at random, or this process would always be the first to take it again. */
const LONGEST_GAP_MS = 60;

/** The quiet period with one slot or none. It grows with the square of the number of slots. */
const QUIET_MS = 550;
/** With no slots left, each refusal in a row multiplies the quiet period by this factor, to at most `MOST_GROWTH` times (about 10 s). */
const GROWTH = 1.05;
const MOST_GROWTH = 18;

/** A refusal that was longer ago than any quiet period says nothing anymore. */
const REMEMBERED_MS = 60_000;

/** What came of a request. */
export interface Answer {
	/** Undefined if no response came. */
	status: number | undefined;
	/** How long the service asked to wait. */
	retryAfterMs?: number;
	/** Whether the service certainly never received the request. */
	neverArrived?: boolean;
	/** What it says about the service. A refusal (429) or a cancel says nothing. */
	sign?: 'works' | 'fails' | 'silent';
}

/**
 * The slots that this process's requests hold in the windows. The service counts a request when it arrives, which is some
 * time between sending and response. A request holds its slot from sending until one window after the response, so requests of
 * this process never cause each other's refusal.
 *
 * A refusal therefore means that others use the same account. The process then frees half of its slots, and takes one more after
 * each quiet period. The more slots it has, the longer the period, so processes reach even shares without knowing of each other.
 * All times are ms since the epoch.
 */
export class Slots {
	readonly #random: () => number;
	#inFlight = 0;
	/** When the latest ended requests leave each window, in order: as many as its limit allows. */
	#leaveShort: number[] = [];
	readonly #long = LONG_LIMITS.map((limit) => ({ ...limit, leave: [] as number[] }));
	/** How many slots of the short window the process uses. */
	#share = SHORT_LIMIT.requests;
	/** When the process takes one more slot. */
	#growsAt = Number.NEGATIVE_INFINITY;
	/** Until when the service asked for no requests. */
	#refusedUntil = Number.NEGATIVE_INFINITY;
	/** How many requests in a row were refused, and when the first and the last of them were. */
	#refusals = 0;
	#refusedSince = 0;
	#refusedAt = Number.NEGATIVE_INFINITY;

	constructor(random: () => number) {
		this.#random = random;
	}

	/** When the service accepts requests again, and the long windows have room for another request besides those in flight. */
	get closedUntil(): number {
		return Math.max(this.#refusedUntil, ...this.#long.map(({ leave, requests }) => this.#fitsAt(leave, requests)));
	}

	/** When the next request can be sent. Infinity if those in flight use the whole share, or if it's 0. */
	get freeAt(): number {
		return Math.max(this.#fitsAt(this.#leaveShort, this.#share), this.closedUntil);
	}

	/**
	 * When a window has room for one more request. Requests in flight count as its newest ones, and don't leave it. With room for three
	 * besides them, two ended requests can still be in the window, so the third newest must have left.
	 */
	#fitsAt(leave: readonly number[], limit: number): number {
		const room = limit - this.#inFlight;
		return room > 0 ? (leave.at(-room) ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY;
	}

	/** For how long all requests have been refused, unless the last refusal was so long ago that it says nothing anymore. */
	refusedForMs(now: number): number {
		const isOver = this.#refusals === 0 || now - Math.max(this.#refusedAt, this.#refusedUntil) > REMEMBERED_MS;
		return isOver ? 0 : this.#refusedAt - this.#refusedSince;
	}

	take(): void {
		this.#inFlight += 1;
	}

	settle({ status, retryAfterMs = 0, neverArrived = false }: Answer, sentAt: number, now: number): void {
		this.#inFlight -= 1;
		if (status === 429) this.#refusedAt = now;
		if (status === 429 && this.#refusals === 0) this.#refusedSince = now;
		this.#refusals = status === 429 ? this.#refusals + 1 : 0;
		if (neverArrived) return;
		// A refused request took no slot, but may count in the long windows.
		for (const one of this.#long) one.leave = [...one.leave, now + one.windowMs].slice(-one.requests);
		if (status === 429) {
			this.#share = Math.floor(this.#share / 2);
			this.#growsAt = now + this.#quietMs();
			// After the longest window there's room again, even if the service asks for a longer wait.
			this.#refusedUntil = Math.max(this.#refusedUntil, now + Math.min(retryAfterMs, LONGEST_WINDOW_MS));
			return;
		}
		const leaves = Math.max(sentAt + this.#random() * LONGEST_GAP_MS, now) + SHORT_LIMIT.windowMs;
		this.#leaveShort = [...this.#leaveShort, leaves].toSorted((a, b) => a - b).slice(-SHORT_LIMIT.requests);
	}

	/** Takes the slots that are due: one more, or several after a pause. Returns when the next one is due. */
	grow(now: number): number {
		while (this.#share < SHORT_LIMIT.requests && this.#growsAt <= now) {
			this.#share += 1;
			this.#growsAt += this.#quietMs();
		}
		return this.#growsAt > now ? this.#growsAt : Number.POSITIVE_INFINITY;
	}

	/** Half to one and a half times the usual quiet period, to spread out processes that were refused at the same time. */
	#quietMs(): number {
		const factor = this.#share === 0 ? Math.min(GROWTH ** this.#refusals, MOST_GROWTH) : this.#share ** 2;
		return QUIET_MS * factor * (0.5 + this.#random());
	}
}
