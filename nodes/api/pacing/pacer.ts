import type { Clock } from './clock';
import { monotonicClock } from './clock';
import type { Share } from './slots';
import { afterRefusal, atTime, Slots, WHOLE_LIMIT } from './slots';

/** The permission to send one request. */
export interface Turn {
	kind: 'turn';
	/**
	 * To be called when the answer is there, or given up. After a refusal, a caller that asks for another turn at the front
	 * before it waits for anything else is first in the queue.
	 */
	settle: (answer: Settlement) => void;
}

interface Settlement {
	/** Undefined when no answer came. */
	status: number | undefined;
	/** The service's own wish, counted from now. */
	retryAfterMs?: number;
	/** Whether the service surely never got the request. */
	neverArrived?: boolean;
}

/** The limit is used up for `freeInMs`, longer than the caller waits; or the wait was cancelled. */
export type NoTurn = { kind: 'tooLate'; freeInMs: number | undefined } | { kind: 'cancelled' };

/**
 * Where a request joins the queue: at the end; ahead of all that joined at the end, for what is waited for outside of an
 * execution; or at the front, for a request that had a turn before.
 */
export type Place = 'end' | 'ahead' | 'front';

interface Waiting {
	place: Place;
	waitUntil: number;
	resolve(result: Turn | NoTurn): void;
}

/** While somebody waits, the queue is looked over this often: a wait that is over ends within a second. */
const LOOK_AGAIN_MS = 1_000;

/** Long enough for another process to find a slot, too short to cost anything where answers take as long. */
const LONGEST_GAP_MS = 60;

/** One account's share of time, common to all nodes and executions of the process. In each place, first come, first served. */
export class Pacer {
	readonly #clock: Clock;
	readonly #random: () => number;
	readonly #queue: Waiting[] = [];
	readonly #slots = new Slots();
	#share: Share = WHOLE_LIMIT;
	#nextLook = Number.POSITIVE_INFINITY;

	/** @param random in [0, 1) */
	constructor(clock: Clock, random: () => number) {
		this.#clock = clock;
		this.#random = random;
	}

	/**
	 * @param waitUntil when the caller gives up; ms since the epoch
	 * @param signal ends the waiting at once
	 */
	async takeTurn({
		waitUntil,
		signal,
		place = 'end',
	}: {
		waitUntil: number;
		signal?: AbortSignal;
		place?: Place;
	}): Promise<Turn | NoTurn> {
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

	/** Gives out every turn that is due, and comes back when the next one is. */
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

/** Every node and execution of an account waits in one queue, as long as the process lives. */
const pacers = new Map<string, Pacer>();

/** @param accountId the hash that names address and key */
export function pacerOf(accountId: string): Pacer {
	const pacer = pacers.get(accountId) ?? new Pacer(monotonicClock, Math.random);
	pacers.set(accountId, pacer);
	return pacer;
}
