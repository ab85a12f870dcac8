import type { Clock } from './clock';
import { systemClock } from './clock';
import type { Share } from './sharing';
import { afterRefusal, atTime, WHOLE_LIMIT } from './sharing';
import { Slots } from './slots';

/** The permission to send one request. It is settled exactly once, when the answer is there or given up. */
export interface Turn {
	kind: 'turn';
	/**
	 * A refused request frees nothing for others: a caller that asks for another turn with `isRepeat`, before it waits for
	 * anything else, is first in the queue.
	 */
	settle(answer: Settlement): void;
}

export interface Settlement {
	/** Undefined when no answer came. */
	status: number | undefined;
	/** The service's own wish, counted from now. */
	retryAfterMs?: number;
	/** Whether it is certain that the service never got the request. */
	neverArrived?: boolean;
}

export type TurnOrNot =
	| Turn
	/** The wait is over, or will be before a turn is possible: the limit is used up for `freeInMs`. */
	| { kind: 'tooLate'; freeInMs: number | undefined }
	| { kind: 'cancelled' };

export interface TurnRequest {
	/** When the caller gives up; ms since the epoch. */
	waitUntil: number;
	/** Ends the waiting at once. */
	signal?: AbortSignal;
	/** Whether the request had a turn before: it goes to the front of the queue. */
	isRepeat?: boolean;
}

/** One account's share of time, common to all nodes and executions of the process. First come, first served. */
export type Pacer = ReturnType<typeof createPacer>;

interface Waiting {
	waitUntil: number;
	resolve(result: TurnOrNot): void;
}

/** While somebody waits, the queue is looked over this often: a wait that is over ends within a second. */
const LOOK_AGAIN_MS = 1_000;

/** Long enough for another process to find a slot, too short to cost anything where answers take as long. */
const LONGEST_GAP_MS = 60;

/** Every node and execution of an account waits in one queue, as long as the process lives. */
const pacers = new Map<string, Pacer>();

/** @param accountId the hash that names address and key */
export function pacerOf(accountId: string): Pacer {
	const pacer = pacers.get(accountId) ?? createPacer(systemClock, Math.random);
	pacers.set(accountId, pacer);
	return pacer;
}

/** @param random in [0, 1) */
export function createPacer(clock: Clock, random: () => number) {
	const queue: Waiting[] = [];
	const slots = new Slots();
	let share: Share = WHOLE_LIMIT;
	let nextLook = Number.POSITIVE_INFINITY;

	/** Gives out every turn that is due, and comes back when the next one is. */
	function serve(): void {
		const now = clock.now();
		share = atTime(share, now, random);
		let free = freeAt();
		for (let first = queue[0]; first !== undefined && free <= now; first = queue[0]) {
			leave(first, giveTurn());
			free = freeAt();
		}
		const closedUntil = Math.max(share.closedUntil, slots.longFreeAt());
		const isClosed = closedUntil > now;
		for (const late of queue.filter(({ waitUntil }) => waitUntil <= (isClosed ? closedUntil : now))) {
			leave(late, { kind: 'tooLate', freeInMs: isClosed ? closedUntil - now : undefined });
		}
		const nextSlotAt = share.nextSlotAt > now ? share.nextSlotAt : Number.POSITIVE_INFINITY;
		if (queue.length > 0) lookAgain(Math.min(free, nextSlotAt, now + LOOK_AGAIN_MS), now);
	}

	function freeAt(): number {
		return Math.max(share.closedUntil, slots.freeAt(share.slots));
	}

	function lookAgain(at: number, now: number): void {
		if (nextLook <= at) return;
		nextLook = at;
		void clock.sleep(at - now).then(() => {
			if (nextLook === at) nextLook = Number.POSITIVE_INFINITY;
			serve();
		});
	}

	function leave(waiting: Waiting, result: TurnOrNot): void {
		queue.splice(queue.indexOf(waiting), 1);
		waiting.resolve(result);
	}

	function giveTurn(): Turn {
		let settled = false;
		slots.take();
		const sentAt = clock.now();
		return {
			kind: 'turn',
			settle({ status, retryAfterMs, neverArrived = false }) {
				if (settled) return;
				settled = true;
				const now = clock.now();
				if (status === 429) {
					slots.refuse(now);
					share = afterRefusal(share, now, retryAfterMs, random());
					return;
				}
				if (neverArrived) slots.cancel();
				else slots.release(sentAt, now, random() * LONGEST_GAP_MS);
				share = { ...share, refusals: 0 };
				serve();
			},
		};
	}

	return {
		async takeTurn({ waitUntil, signal, isRepeat = false }: TurnRequest): Promise<TurnOrNot> {
			if (signal?.aborted === true) return { kind: 'cancelled' };
			return await new Promise((resolve) => {
				const cancel = () => leave(waiting, { kind: 'cancelled' });
				const waiting: Waiting = {
					waitUntil,
					resolve(result) {
						signal?.removeEventListener('abort', cancel);
						resolve(result);
					},
				};
				signal?.addEventListener('abort', cancel);
				if (isRepeat) queue.unshift(waiting);
				else queue.push(waiting);
				serve();
			});
		},
	};
}
