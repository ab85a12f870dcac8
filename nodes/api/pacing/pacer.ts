import type { Clock } from './clock';
import { Line } from './line';
import type { Place } from './places';
import { Places } from './places';
import type { SlowDown } from './slowDown';
import { afterAcceptance, afterRefusal, atTime, changesAt, FULL_SPEED } from './slowDown';
import type { Travel } from './travel';
import { afterAccepted, afterRefused, CERTAIN, UNKNOWN_TRAVEL } from './travel';

/** A request's place under the account's limits. It is settled exactly once, when the answer is there or given up. */
export interface Turn {
	/** Given to `takeTurn` when the same request is sent again, or one that belongs to it: it keeps its place in line. */
	readonly ticket: number;
	/**
	 * @param answer `status` is undefined when no answer came; `retryAfterMs` is the service's own wish, counted from now
	 */
	settle(answer: { status: number | undefined; retryAfterMs?: number }): void;
}

export type TurnOrNot =
	| { kind: 'turn'; turn: Turn }
	/** The place is free only at `freeAt` (ms since the epoch), later than the caller wants to wait. */
	| { kind: 'tooLate'; freeAt: number }
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

/** While somebody waits, the line is looked over this often: a wait that is over ends within a second. */
const LOOK_AGAIN_MS = 1_000;

/** @param random in [0, 1) */
export function createPacer(clock: Clock, random: () => number): Pacer {
	const line = new Line<Waiting>();
	const places = new Places();
	let travel: Travel = UNKNOWN_TRAVEL;
	let slowDown: SlowDown = FULL_SPEED;
	let nextTicket = 0;
	let nextLook = Number.POSITIVE_INFINITY;

	function freeAt(now: number): number {
		return Math.max(slowDown.closedUntil, places.freeAt(slowDown.places, travel, now));
	}

	/** Before this moment nothing is sent, whatever the answers that are still to come. */
	function closedUntil(): number {
		return Math.max(slowDown.closedUntil, places.longFreeAt());
	}

	/** Gives out every turn that is due, and comes back when the next one is. */
	function serve(): void {
		const now = clock.now();
		slowDown = atTime(slowDown, now);
		let waiter = line.first();
		let free = freeAt(now);
		while (waiter !== undefined && free <= now) {
			dismiss(waiter, { kind: 'turn', turn: giveTurn(waiter.ticket, now) });
			waiter = line.first();
			free = freeAt(now);
		}
		const closed = Math.max(now, closedUntil());
		for (const late of line.expired(closed)) dismiss(late, { kind: 'tooLate', freeAt: closed });
		if (line.length > 0) lookAgain(Math.min(free, changesAt(slowDown), now + LOOK_AGAIN_MS), now);
	}

	function lookAgain(at: number, now: number): void {
		if (nextLook <= at) return;
		nextLook = at;
		void clock.sleep(at - now).then(() => {
			if (nextLook === at) nextLook = Number.POSITIVE_INFINITY;
			serve();
		});
	}

	function dismiss(waiter: Waiting, result: TurnOrNot): void {
		if (line.leave(waiter)) waiter.resolve(result);
	}

	function giveTurn(ticket: number, now: number): Turn {
		const place = places.take(now);
		const certain = travel.share === CERTAIN;
		return {
			ticket,
			settle({ status, retryAfterMs }) {
				if (place.answeredAt !== undefined) return;
				const answeredAt = clock.now();
				if (status === 429) {
					refused(place, certain, answeredAt, retryAfterMs);
				} else {
					places.settle(place, answeredAt);
					if (status !== undefined) accepted(place, answeredAt);
				}
				serve();
			},
		};
	}

	function accepted({ sentAt }: Place, now: number): void {
		travel = afterAccepted(travel, now - sentAt);
		slowDown = afterAcceptance(slowDown);
	}

	function refused(place: Place, certain: boolean, now: number, retryAfterMs: number | undefined): void {
		places.refuse(place, now);
		const ownFault = !certain && places.canExplainRefusal(place);
		if (ownFault) travel = afterRefused(travel, now - place.sentAt);
		slowDown = afterRefusal(slowDown, { now, sentAt: place.sentAt, retryAfterMs, ownFault, random: random() });
	}

	return {
		async takeTurn({ waitUntil, signals: given = [], ticket = nextTicket++ }) {
			const signals = given.filter((signal) => signal !== undefined);
			if (signals.some(({ aborted }) => aborted)) return { kind: 'cancelled' };
			return await new Promise((resolve) => {
				const waiter: Waiting = {
					ticket,
					waitUntil,
					resolve(result) {
						for (const signal of signals) signal.removeEventListener('abort', cancel);
						resolve(result);
					},
				};
				const cancel = () => dismiss(waiter, { kind: 'cancelled' });
				for (const signal of signals) signal.addEventListener('abort', cancel);
				line.join(waiter);
				serve();
			});
		},
		isIdle() {
			return line.length === 0 && places.isEmpty(clock.now()) && slowDown.closedUntil <= clock.now();
		},
	};
}
