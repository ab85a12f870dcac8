/** A request that waits for its turn. */
export interface Waiter {
	/** Its place in line: those who came first have lower numbers, and keep theirs when they have to come again. */
	readonly ticket: number;
	/** When it gives up; ms since the epoch. */
	readonly waitUntil: number;
}

/** First come, first served. */
export class Line<W extends Waiter> {
	/** By their tickets. */
	readonly #waiting: W[] = [];
	/** Nobody gives up before. */
	#earliestEnd = Number.POSITIVE_INFINITY;

	get length(): number {
		return this.#waiting.length;
	}

	join(waiter: W): void {
		this.#earliestEnd = Math.min(this.#earliestEnd, waiter.waitUntil);
		// From the end, where those belong who come for the first time.
		const before = this.#waiting.findLastIndex(({ ticket }) => ticket < waiter.ticket);
		this.#waiting.splice(before + 1, 0, waiter);
	}

	first(): W | undefined {
		return this.#waiting[0];
	}

	/** Takes a waiter out: the first, or one that gives up. Gives whether it was still there. */
	leave(waiter: W): boolean {
		const place = this.#waiting.indexOf(waiter);
		if (place === -1) return false;
		this.#waiting.splice(place, 1);
		return true;
	}

	/** All whose time is up by then. Looks at the whole line only when somebody's may be. */
	expired(by: number): W[] {
		if (by < this.#earliestEnd) return [];
		this.#earliestEnd = this.#waiting.reduce(
			(earliest, { waitUntil }) => (waitUntil > by ? Math.min(earliest, waitUntil) : earliest),
			Number.POSITIVE_INFINITY,
		);
		return this.#waiting.filter(({ waitUntil }) => waitUntil <= by);
	}
}
