/** A request that waits for its turn. */
export interface Waiter {
	/** Its place in line: those who came first have lower numbers, and keep theirs when they have to come again. */
	readonly ticket: number;
	/** When it gives up; ms since the epoch. */
	readonly waitUntil: number;
}

/** First come, first served, at a cost that hardly grows with the line. */
export class Line<W extends Waiter> {
	/** By their tickets. Those before the head have left. */
	readonly #waiting: W[] = [];
	#head = 0;
	/** Nobody gives up before. */
	#earliestEnd = Number.POSITIVE_INFINITY;

	get length(): number {
		return this.#waiting.length - this.#head;
	}

	join(waiter: W): void {
		this.#earliestEnd = Math.min(this.#earliestEnd, waiter.waitUntil);
		// From the end, where those belong who come for the first time.
		const before = this.#waiting.findLastIndex(({ ticket }) => ticket < waiter.ticket);
		this.#waiting.splice(Math.max(before + 1, this.#head), 0, waiter);
	}

	first(): W | undefined {
		return this.#waiting[this.#head];
	}

	/** Takes a waiter out: the first, or one that gives up. Gives whether it was still there. */
	leave(waiter: W): boolean {
		const place = this.#waiting.indexOf(waiter, this.#head);
		if (place === -1) return false;
		if (place === this.#head) this.#advance();
		else this.#waiting.splice(place, 1);
		return true;
	}

	/** All whose time is up by then. Looks at the whole line only when somebody's may be. */
	expired(by: number): W[] {
		if (by < this.#earliestEnd) return [];
		const waiting = this.#waiting.slice(this.#head);
		this.#earliestEnd = waiting.reduce(
			(earliest, { waitUntil }) => (waitUntil > by ? Math.min(earliest, waitUntil) : earliest),
			Number.POSITIVE_INFINITY,
		);
		return waiting.filter(({ waitUntil }) => waitUntil <= by);
	}

	/** Forgets those who have left when they are as many as those who wait. */
	#advance(): void {
		this.#head += 1;
		if (this.#head < this.length) return;
		this.#waiting.splice(0, this.#head);
		this.#head = 0;
	}
}
