import { type Clock, monotonicClock } from './clock';
import { afterRefusal, atTime, Slots, WHOLE_LIMIT } from './slots';

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

/** The limit is used up for `freeInMs`, longer than the caller waits; or the wait was canceled. */
type NoTurn = { kind: 'tooLate'; freeInMs: number | undefined } | { kind: 'cancelled' };

interface TurnRequest {
	/** When the caller gives up, in ms since the epoch. */
	waitUntil: number;
	/** Ends the wait immediately. */
	signal?: AbortSignal;
	/**
	 * Where the request joins the queue: at the end; ahead of all that joined at the end, if someone is waiting for it outside of
	 * an execution; or at the front, if it already had a turn.
	 */
	place?: 'end' | 'ahead' | 'front';
}

type Waiting = Required<Omit<TurnRequest, 'signal'>> & { resolve(result: Turn | NoTurn): void };

/** How often to check a queue. A wait that has run out ends within this time. */
const LOOK_AGAIN_MS = 1_000;

/** Long enough for another process to find a slot, and short enough not to matter if responses take as long. */
const LONGEST_GAP_MS = 60;

/** Queues an account's requests from all nodes and executions of the process. Within each place, first come, first served. */
export class Pacer {
	readonly #clock: Clock;
	readonly #random: () => number;
	readonly #queue: Waiting[] = [];
	readonly #slots = new Slots();
	#share = WHOLE_LIMIT;
	#nextLook = Number.POSITIVE_INFINITY;

	/** @param random in [0, 1) */
	constructor(clock: Clock, random: () => number) {
		this.#clock = clock;
		this.#random = random;
	}

	async takeTurn({ waitUntil, signal, place = 'end' }: TurnRequest): Promise<Turn | NoTurn> {
		if (signal?.aborted === true) return { kind: 'cancelled' };
		return await new Promise((resolve) => {
			const cancel = () => this.#leave(waiting, { kind: 'cancelled' });
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
		const firstAtEnd = this.#queue.findIndex(({ place }) => place === 'end');
		const ahead = firstAtEnd === -1 ? this.#queue.length : firstAtEnd;
		const index = { front: 0, ahead, end: this.#queue.length }[waiting.place];
		this.#queue.splice(index, 0, waiting);
	}

	/** Starts every turn that is due, and runs again when the next one is. */
	#serve(): void {
		const now = this.#clock.now();
		this.#share = atTime(this.#share, now, this.#random);
		let free = this.#freeAt();
		for (let first = this.#queue[0]; first !== undefined && free <= now; first = this.#queue[0]) {
			this.#leave(first, this.#giveTurn());
			free = this.#freeAt();
		}
		const closedUntil = Math.max(this.#share.closedUntil, this.#slots.longFreeAt());
		const isClosed = closedUntil > now;
		for (const late of this.#queue.filter(({ waitUntil }) => waitUntil <= (isClosed ? closedUntil : now))) {
			this.#leave(late, { kind: 'tooLate', freeInMs: isClosed ? closedUntil - now : undefined });
		}
		const nextSlotAt = this.#share.nextSlotAt > now ? this.#share.nextSlotAt : Number.POSITIVE_INFINITY;
		if (this.#queue.length > 0) this.#lookAgain(Math.min(free, nextSlotAt, now + LOOK_AGAIN_MS), now);
	}

	#freeAt(): number {
		return Math.max(this.#share.closedUntil, this.#slots.freeAt(this.#share.slots));
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
		const settle = (answer: Settlement) => {
			if (isSettled) return;
			isSettled = true;
			this.#settle(answer, sentAt);
		};
		return { kind: 'turn', settle };
	}

	#settle({ status, retryAfterMs, neverArrived = false }: Settlement, sentAt: number): void {
		const now = this.#clock.now();
		if (status === 429) {
			this.#slots.refuse(now);
			this.#share = afterRefusal(this.#share, now, retryAfterMs, this.#random());
			return;
		}
		if (neverArrived) this.#slots.cancel();
		else this.#slots.release(sentAt, now, this.#random() * LONGEST_GAP_MS);
		this.#share = { ...this.#share, refusals: 0 };
		this.#serve();
	}
}

/** The pacer of each account. Lives as long as the process. */
const pacers = new Map<string, Pacer>();

export function pacerOf(accountId: string): Pacer {
	const pacer = pacers.get(accountId) ?? new Pacer(monotonicClock, Math.random);
	pacers.set(accountId, pacer);
	return pacer;
}
