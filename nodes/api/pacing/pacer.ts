import { type Clock, monotonicClock } from './clock';
import { type Answer, Slots } from './slots';

/** Permission to send one request. */
export interface Turn {
	kind: 'turn';
	/**
	 * Call this once: when the response begins, or when there is none. To be first in the queue after a refusal, a caller must ask
	 * for another turn at the front before it waits for anything else.
	 */
	settle: (answer: Answer) => void;
}

/** Why there's no turn: the limit stays used up (`freeInMs`) longer than the caller waits, other requests came first, or it was canceled. */
type NoTurn = { kind: 'tooLate'; freeInMs: number | undefined } | { kind: 'canceled' };

interface TurnRequest {
	/** When the caller gives up, in ms since the epoch. */
	waitUntil: number;
	/** Ends the wait immediately. */
	signal?: AbortSignal;
	/** Where the request joins the queue: at the `front` if it already had a turn, `ahead` of all that join at the `end`. */
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
	/** When something was last sent or waited for. */
	usedAt = Number.POSITIVE_INFINITY;

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
			const ahead = this.#queue.filter((other) => other.place !== 'end').length;
			this.#queue.splice({ front: 0, ahead, end: this.#queue.length }[place], 0, waiting);
			this.#serve();
		});
	}

	/** Starts every turn that is due, and runs again when the next one is. */
	#serve(): void {
		const slots = this.#slots;
		const now = this.#clock.now();
		this.usedAt = now;
		const growsAt = slots.grow(now);
		for (let [first] = this.#queue; first !== undefined && slots.freeAt <= now; [first] = this.#queue) {
			this.#leave(first, this.#giveTurn());
		}
		const { closedUntil, freeAt } = slots;
		const isClosed = closedUntil > now;
		// While the limit is used up, a wait that would end before it's free ends now.
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
		this.#slots.take();
		const sentAt = this.#clock.now();
		return {
			kind: 'turn',
			settle: (answer) => {
				this.#slots.settle(answer, sentAt, this.#clock.now());
				// After a 429, the refused caller usually asks for another turn, at the front, which serves the queue.
				if (answer.status !== 429) this.#serve();
			},
		};
	}
}

/** The pacer of each account, for all executions of the process. */
const processPacers = new Map<string, Pacer>();

/** A pacer that wasn't used for so long knows nothing anymore: the longest limit is shorter. */
const KEPT_MS = 60 * 60_000;

export function pacerOf(accountId: string, clock = monotonicClock, pacers = processPacers): Pacer {
	for (const [id, { usedAt }] of pacers) if (clock.now() - usedAt > KEPT_MS) pacers.delete(id);
	const pacer = pacers.get(accountId) ?? new Pacer(clock, Math.random);
	pacers.set(accountId, pacer);
	return pacer;
}
