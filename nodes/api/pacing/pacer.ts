import { type Clock, monotonicClock } from './clock';

/** Permission to send one request. */
export interface Turn {
	kind: 'turn';
	/**
	 * Call this when the response begins, or when there is none. To be first in the queue after a refusal, a caller must ask for
	 * another turn at the front before it waits for anything else.
	 */
	settle: (answer: Settlement) => void;
}

interface Settlement {
	/** Undefined if no response came. */
	status: number | undefined;
	/** How long the service asked to wait, counted from now. */
	retryAfterMs?: number;
	/** Whether it's certain that the service never received the request. */
	neverArrived?: boolean;
}

/** Why there's no turn: the limit stays used up (`freeInMs`) longer than the caller waits, other requests came first, or it was canceled. */
type NoTurn = { kind: 'tooLate'; freeInMs: number | undefined } | { kind: 'canceled' };

interface TurnRequest {
	/** When the caller gives up, in ms since the epoch. */
	waitUntil: number;
	/** Ends the wait immediately. */
	signal?: AbortSignal;
	/**
	 * Where the request joins the queue: at the `front` if it already had a turn, `ahead` of all executions' requests if it doesn't
	 * come from an execution, or else at the `end`.
	 */
	place?: 'end' | 'ahead' | 'front';
}

type Waiting = Required<Omit<TurnRequest, 'signal'>> & { resolve(result: Turn | NoTurn): void };

/** How often to check a queue. A wait that has run out ends within this time. */
const LOOK_AGAIN_MS = 1_000;

/** Queues an account's requests from all nodes and executions of the process. */
export class Pacer {
	readonly #clock: Clock;
	readonly #slots: Slots;
	readonly #queue: Waiting[] = [];
	#nextLook = Number.POSITIVE_INFINITY;

	/** @param random in [0, 1) */
	constructor(clock: Clock, random: () => number) {
		this.#clock = clock;
		this.#slots = new Slots(random);
	}

	async takeTurn({ waitUntil, signal, place = 'end' }: TurnRequest): Promise<Turn | NoTurn> {
		if (signal?.aborted === true) return { kind: 'canceled' };
		return await new Promise((resolve) => {
			const cancel = () => this.#leave(waiting, { kind: 'canceled' });
			const waiting: Waiting = {
				place,
				waitUntil,
				resolve(result) {
					signal?.removeEventListener('abort', cancel);
					resolve(result);
				},
			};
			signal?.addEventListener('abort', cancel);
			this.#join(waiting);
			this.#serve();
		});
	}

	#join(waiting: Waiting): void {
		const ahead = this.#queue.filter(({ place }) => place !== 'end').length;
		const index = { front: 0, ahead, end: this.#queue.length }[waiting.place];
		this.#queue.splice(index, 0, waiting);
	}

	/** Starts every turn that is due, and runs again when the next one is. */
	#serve(): void {
		const slots = this.#slots;
		const now = this.#clock.now();
		const growsAt = slots.grow(now);
		for (let [first] = this.#queue; first !== undefined && slots.freeAt <= now; [first] = this.#queue) {
			this.#leave(first, this.#giveTurn());
		}
		const { closedUntil, freeAt } = slots;
		const isClosed = closedUntil > now;
		for (const late of this.#queue.filter(({ waitUntil }) => waitUntil <= (isClosed ? closedUntil : now))) {
			this.#leave(late, { kind: 'tooLate', freeInMs: isClosed ? closedUntil - now : undefined });
		}
		if (this.#queue.length > 0) this.#lookAgain(Math.min(freeAt, growsAt, now + LOOK_AGAIN_MS), now);
	}

	#lookAgain(at: number, now: number): void {
		if (this.#nextLook <= at) return;
		this.#nextLook = at;
		void this.#clock.sleep(at - now).then(() => {
			if (this.#nextLook === at) this.#nextLook = Number.POSITIVE_INFINITY;
			this.#serve();
		});
	}

	#leave(waiting: Waiting, result: Turn | NoTurn): void {
		this.#queue.splice(this.#queue.indexOf(waiting), 1);
		waiting.resolve(result);
	}

	#giveTurn(): Turn {
		let isSettled = false;
		this.#slots.take();
		const sentAt = this.#clock.now();
		const settle = ({ status, retryAfterMs, neverArrived = false }: Settlement) => {
			if (isSettled) return;
			isSettled = true;
			const now = this.#clock.now();
			if (status === 429) this.#slots.refuse(now, retryAfterMs);
			else if (neverArrived) this.#slots.cancel();
			else this.#slots.release(sentAt, now);
			if (status !== 429) this.#serve();
		};
		return { kind: 'turn', settle };
	}
}

/** The pacer of each account. Lives as long as the process. */
const pacers = new Map<string, Pacer>();

export function pacerOf(accountId: string): Pacer {
	const pacer = pacers.get(accountId) ?? new Pacer(monotonicClock, Math.random);
	pacers.set(accountId, pacer);
	return pacer;
}

/** The most requests in any window of this length, per account and for all endpoints together (specification: Limits). */
const SHORT_LIMIT = { requests: 5, windowMs: 1_000 };
const LONG_LIMIT = { requests: 2_000, windowMs: 20 * 60_000 };

/** The longest gap in `release`. Long enough for another process to find a slot. A response that takes longer isn't affected. */
const LONGEST_GAP_MS = 60;

// test/unit/pacing/limits.test.ts checks the effects of the next three values.

/** The quiet period with one slot or none. It grows with the square of the number of slots. */
const QUIET_MS = 550;
/** With no slots left, each refusal in a row multiplies the quiet period by this factor, to at most `MOST_GROWTH` times (about 10 s). */
const GROWTH = 1.05;
const MOST_GROWTH = 18;

/**
 * The slots that this process's requests hold in the two windows. The service counts a request when it arrives, which is some
 * time between sending and response. A request holds its slot from sending until one window after the response, so requests of
 * this process never cause each other's refusal.
 *
 * A refusal therefore means that others use the same account. The process then frees half of its slots, and takes one more after
 * each quiet period. The more slots it has, the longer the period, so processes reach even shares without knowing of each other.
 * All times are ms since the epoch.
 */
class Slots {
	readonly #random: () => number;
	#inFlight = 0;
	/** When slots of the short window become free, the latest first. */
	#leaving: number[] = [];
	/** When the latest responses came, in order: as many as the long limit allows. */
	readonly #answers: number[] = [];
	/** How many slots of the short window the process uses. */
	#share = SHORT_LIMIT.requests;
	/** When the process takes one more slot. */
	#growsAt = Number.NEGATIVE_INFINITY;
	/** Until when the service asked for no requests. */
	#refusedUntil = Number.NEGATIVE_INFINITY;
	/** How many requests in a row were refused. */
	#refusals = 0;

	constructor(random: () => number) {
		this.#random = random;
	}

	/** When the service accepts requests again, and the 20-minute window has room for another request besides those in flight. */
	get closedUntil(): number {
		const answer = this.#answers.at(this.#inFlight - LONG_LIMIT.requests) ?? Number.NEGATIVE_INFINITY;
		return Math.max(this.#refusedUntil, answer + LONG_LIMIT.windowMs);
	}

	/** When the next request can be sent: once ended requests hold fewer than `open` slots. Infinity if those in flight use the whole share. */
	get freeAt(): number {
		const open = this.#share - this.#inFlight;
		if (open <= 0) return Number.POSITIVE_INFINITY;
		return Math.max(this.#leaving[open - 1] ?? Number.NEGATIVE_INFINITY, this.closedUntil);
	}

	take(): void {
		this.#inFlight += 1;
	}

	/**
	 * Call this when the response began or the caller stopped waiting. Holds the slot for one window from now or, if the response was
	 * fast, from a random moment shortly after sending, so other processes can find the slot.
	 */
	release(sentAt: number, now: number): void {
		this.#count(now);
		const freeAt = Math.max(sentAt + this.#random() * LONGEST_GAP_MS, now) + SHORT_LIMIT.windowMs;
		this.#leaving = [...this.#leaving, freeAt].toSorted((a, b) => b - a).slice(0, SHORT_LIMIT.requests);
		this.#refusals = 0;
	}

	/**
	 * Call this when the service refused the request. It took no slot, but refused requests may count in the long window.
	 *
	 * @param retryAfterMs how long the service asked to wait
	 */
	refuse(now: number, retryAfterMs = 0): void {
		this.#count(now);
		this.#refusals += 1;
		this.#share = Math.floor(this.#share / 2);
		this.#growsAt = now + this.#quietMs();
		// After the longest window there's room again, even if the service asks for a longer wait.
		this.#refusedUntil = Math.max(this.#refusedUntil, now + Math.min(retryAfterMs, LONG_LIMIT.windowMs));
	}

	/** Call this if the request was never sent. */
	cancel(): void {
		this.#inFlight -= 1;
		this.#refusals = 0;
	}

	/** Takes the slots that are due: one more, or several after a pause. Returns when the next one is due. */
	grow(now: number): number {
		while (this.#share < SHORT_LIMIT.requests && this.#growsAt <= now) {
			this.#share += 1;
			this.#growsAt += this.#quietMs();
		}
		return this.#growsAt > now ? this.#growsAt : Number.POSITIVE_INFINITY;
	}

	#count(now: number): void {
		this.#inFlight -= 1;
		this.#answers.push(now);
		if (this.#answers.length > LONG_LIMIT.requests) this.#answers.shift();
	}

	/** Half to one and a half times the usual quiet period, to spread out processes that were refused at the same time. */
	#quietMs(): number {
		const factor = this.#share === 0 ? Math.min(GROWTH ** this.#refusals, MOST_GROWTH) : this.#share ** 2;
		return QUIET_MS * factor * (0.5 + this.#random());
	}
}
