import type { Clock } from './clock';
import { type Address, Health } from './health';
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

/** Why there's no turn. There's no `freeInMs` if other requests came first, and no `failure` of a probe if no probe has ended. */
export type NoTurn<F> =
	{ kind: 'tooLate'; freeInMs: number | undefined } | { kind: 'away'; failure: F | undefined } | { kind: 'canceled' };

interface TurnRequest<F> {
	endpoint: string;
	/** When the caller gives up in any case, in ms since the epoch. */
	endBy: number;
	/** How long it still waits for the limits, not counting outages. */
	waitMs: number;
	/** How long it can wait for the limits in all. Once everything was refused for that long, it hardly waits anymore. */
	longestWaitMs: number;
	/** How long the caller waits for a service that's away, from the outage's beginning. */
	patienceMs: number;
	/** Sends a harmless request with the turn, for all who wait. Never throws. Returns why it failed, if it did. */
	probe: (turn: Turn, failedProbes: number) => Promise<F | undefined>;
	/** Ends the wait immediately. */
	signal?: AbortSignal;
	/** Where the request joins the queue: at the `front` if it already had a turn, `ahead` of all that join at the `end`. */
	place?: 'end' | 'ahead' | 'front';
}

type Waiting<F> = Required<Omit<TurnRequest<F>, 'signal'>> & {
	resolve(result: Turn | NoTurn<F>): void;
	joinedAt: number;
	/** How long the service had been away by then, in all outages. */
	awayBeforeMs: number;
};

/** How often to check a queue. A wait that has run out ends within this time. */
const LOOK_AGAIN_MS = 1_000;

/** How long to wait for the limits after others have waited their whole time for nothing. */
const HOPELESS_WAIT_MS = 1_000;

/** Queues an account's requests from all nodes and executions of the process. `F` is why a probe failed. */
export class Pacer<F = unknown> {
	readonly #clock: Clock;
	readonly #slots: Slots;
	readonly health: Health;
	readonly #queue: Array<Waiting<F>> = [];
	#nextLook = Number.POSITIVE_INFINITY;
	/** Why the last probe failed. */
	#failure: F | undefined;

	constructor(clock: Clock, random: () => number, address?: Address) {
		this.#clock = clock;
		this.#slots = new Slots(random);
		this.health = new Health(random, address);
	}

	async takeTurn({ signal, place = 'end', ...request }: TurnRequest<F>): Promise<Turn | NoTurn<F>> {
		if (signal?.aborted === true) return { kind: 'canceled' };
		return await new Promise((resolve) => {
			const cancel = () => this.#leave(waiting, { kind: 'canceled' });
			const joinedAt = this.#clock.now();
			const waiting: Waiting<F> = {
				...request,
				place,
				joinedAt,
				awayBeforeMs: this.health.awayMs(joinedAt),
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

	/** Starts every turn or probe that is due, and runs again when the next one is. */
	#serve(): void {
		const slots = this.#slots;
		const now = this.#clock.now();
		const growsAt = slots.grow(now);
		const { health } = this;
		const isSuspect = health.isSuspect(now);
		if (isSuspect) this.#probe(now);
		for (let [first] = this.#queue; !isSuspect && first && slots.freeAt <= now; [first] = this.#queue)
			this.#leave(first, this.#giveTurn(first.endpoint));
		const { closedUntil, freeAt } = slots;
		const isClosed = closedUntil > now;
		const awayMs = health.awayMs(now);
		for (const waiting of [...this.#queue]) {
			const { joinedAt, awayBeforeMs, waitMs, endBy } = waiting;
			const isHopeless = slots.refusedForMs(now) >= waiting.longestWaitMs;
			const limitMs = isHopeless ? Math.min(waitMs, HOPELESS_WAIT_MS) : waitMs;
			const until = Math.min(endBy, joinedAt + limitMs + awayMs - awayBeforeMs);
			const isOver = health.isOver(waiting.patienceMs, now);
			if (isOver || (isSuspect && until <= now)) this.#leave(waiting, { kind: 'away', failure: this.#failure });
			// While the limit is used up, a wait that would end before it's free ends now.
			else if (until <= (isClosed ? closedUntil : now))
				this.#leave(waiting, { kind: 'tooLate', freeInMs: isClosed ? closedUntil - now : undefined });
		}
		const nextAt = Math.max(freeAt, isSuspect ? this.#probeAt : now);
		if (this.#queue.length > 0) this.#lookAgain(Math.min(nextAt, growsAt, now + LOOK_AGAIN_MS), now);
	}

	get #probeAt(): number {
		return Math.min(...this.#queue.map((waiting) => this.health.probeAt(waiting)));
	}

	/** Lets the first in the queue find out whether the service works, if it's time. */
	#probe(now: number): void {
		const [first] = this.#queue;
		if (first === undefined || Math.max(this.#probeAt, this.#slots.freeAt) > now) return;
		const failedProbes = this.health.probe();
		void first.probe(this.#giveTurn(), failedProbes).then((failure) => {
			this.#failure = failure;
			this.#serve();
		});
	}

	#lookAgain(at: number, now: number): void {
		if (this.#nextLook <= at) return;
		this.#nextLook = at;
		void this.#clock.sleep(at - now).then(() => {
			if (this.#nextLook === at) this.#nextLook = Number.POSITIVE_INFINITY;
			this.#serve();
		});
	}

	#leave(waiting: Waiting<F>, result: Turn | NoTurn<F>): void {
		this.#queue.splice(this.#queue.indexOf(waiting), 1);
		waiting.resolve(result);
	}

	/** @param endpoint undefined for a probe, whose end serves the queue */
	#giveTurn(endpoint?: string): Turn {
		this.#slots.take();
		const sentAt = this.#clock.now();
		const settle = (answer: Answer) => {
			const now = this.#clock.now();
			this.#slots.settle(answer, sentAt, now);
			this.health.settle(answer, endpoint, now);
			// After a 429, the refused caller usually asks for another turn, at the front, which serves the queue.
			if (endpoint !== undefined && answer.status !== 429) this.#serve();
		};
		return { kind: 'turn', settle };
	}
}
