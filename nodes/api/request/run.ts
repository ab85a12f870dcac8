import type { Clock } from '../pacing/clock';
import { systemClock } from '../pacing/clock';
import type { TurnOrNot } from '../pacing/pacer';

/** What the requests of one run of a node have in common. */
export class Run {
	readonly #clock: Clock;
	readonly #halt = new AbortController();
	/** Items of which a request was sent. */
	readonly #begun = new Set<number>();
	#waiting = 0;
	#waitingSince = 0;
	#waitedMs = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Time in which at least one request waited for its turn, in ms. */
	get waitedMs(): number {
		return this.#waitedMs;
	}

	/** From now on no item is begun; those that wait for their first turn give up. */
	halt(): void {
		this.#halt.abort();
	}

	/**
	 * @param itemIndex undefined for a request of no item in particular
	 * @param take waits for the turn, and gives up at the signal
	 */
	async waitForTurn(
		itemIndex: number | undefined,
		take: (halted: AbortSignal | undefined) => Promise<TurnOrNot>,
	): Promise<TurnOrNot> {
		if (this.#waiting++ === 0) this.#waitingSince = this.#clock.now();
		const isBegun = itemIndex === undefined || this.#begun.has(itemIndex);
		const result = await take(isBegun ? undefined : this.#halt.signal);
		if (--this.#waiting === 0) this.#waitedMs += this.#clock.now() - this.#waitingSince;
		if (result.kind === 'turn' && itemIndex !== undefined) this.#begun.add(itemIndex);
		return result;
	}
}

const runs = new WeakMap<object, Run>();

/** The run that a node's context belongs to; it ends with the context. */
export function runOf(context: object): Run {
	const known = runs.get(context);
	if (known !== undefined) return known;
	const run = new Run(systemClock);
	runs.set(context, run);
	return run;
}
