import type { Clock } from './clock';
import type { Share } from './sharing';
import { afterAcceptance, afterRefusal, atTime, changesAt, WHOLE_LIMIT } from './sharing';
import { Slots } from './slots';

/** The permission to send one request. It is settled exactly once, when the answer is there or given up. */
export interface Turn {
	/** Given to `takeTurn` when the same request is sent again, or one that belongs to it: it keeps its position. */
	readonly ticket: number;
	/**
	 * A refused request frees nothing for others: whoever calls `takeTurn` again with its ticket, before waiting for
	 * anything else, is first in the queue again.
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
	| { kind: 'turn'; turn: Turn }
	/** The wait is over, or will be before a turn is possible: the limit is used up until `freeAt` (ms since the epoch). */
	| { kind: 'tooLate'; freeAt: number | undefined }
	| { kind: 'cancelled' };

export interface TurnRequest {
	/** When the caller gives up; ms since the epoch. */
	waitUntil: number;
	/** Any of them ends the waiting at once. */
	signals?: ReadonlyArray<AbortSignal | undefined>;
	ticket?: number;
}

/** One account's share of time, common to all nodes and executions of the process. First come, first served. */
export interface Pacer {
	takeTurn(request: TurnRequest): Promise<TurnOrNot>;
	/** Whether forgetting it would forget nothing that counts. */
	isIdle(): boolean;
}

interface Waiting {
	ticket: number;
	waitUntil: number;
	resolve(result: TurnOrNot): void;
}

/** While somebody waits, the queue is looked over this often: a wait that is over ends within a second. */
const LOOK_AGAIN_MS = 1_000;

/** Long enough for another process to find a slot, too short to cost anything where answers take as long. */
const LONGEST_GAP_MS = 60;

/** @param random in [0, 1) */
export function createPacer(clock: Clock, random: () => number): Pacer {
	/** By their tickets. */
	const queue: Waiting[] = [];
	const slots = new Slots();
	let share: Share = WHOLE_LIMIT;
	let nextTicket = 0;
	let nextLook = Number.POSITIVE_INFINITY;

	/** Gives out every turn that is due, and comes back when the next one is. */
	function serve(): void {
		const now = clock.now();
		share = atTime(share, now, random);
		let free = freeAt();
		for (let first = queue[0]; first !== undefined && free <= now; first = queue[0]) {
			leave(first, { kind: 'turn', turn: giveTurn(first.ticket) });
			free = freeAt();
		}
		const closedUntil = Math.max(share.closedUntil, slots.longFreeAt());
		const isClosed = closedUntil > now;
		for (const late of queue.filter(({ waitUntil }) => waitUntil <= (isClosed ? closedUntil : now))) {
			leave(late, { kind: 'tooLate', freeAt: isClosed ? closedUntil : undefined });
		}
		if (queue.length > 0) lookAgain(Math.min(free, changesAt(share), now + LOOK_AGAIN_MS), now);
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

	function join(waiting: Waiting): void {
		const before = queue.findLastIndex(({ ticket }) => ticket < waiting.ticket);
		queue.splice(before + 1, 0, waiting);
	}

	function leave(waiting: Waiting, result: TurnOrNot): void {
		const position = queue.indexOf(waiting);
		if (position === -1) return;
		queue.splice(position, 1);
		waiting.resolve(result);
	}

	function giveTurn(ticket: number): Turn {
		let settled = false;
		slots.take();
		const sentAt = clock.now();
		return {
			ticket,
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
				if (status !== undefined) share = afterAcceptance(share);
				serve();
			},
		};
	}

	return {
		async takeTurn({ waitUntil, signals: given = [], ticket = nextTicket++ }) {
			const signals = given.filter((signal) => signal !== undefined);
			if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
			return await new Promise((resolve) => {
				const waiting: Waiting = {
					ticket,
					waitUntil,
					resolve(result) {
						for (const signal of signals) signal.removeEventListener('abort', cancel);
						resolve(result);
					},
				};
				const cancel = () => leave(waiting, { kind: 'cancelled' });
				for (const signal of signals) signal.addEventListener('abort', cancel);
				join(waiting);
				serve();
			});
		},
		isIdle() {
			return queue.length === 0 && slots.isEmpty(clock.now());
		},
	};
}
