/** A request that waits for its turn. */
export interface Waiter {
	/** Its place in line: those who came first have lower numbers, and keep theirs when they have to come again. */
	readonly ticket: number;
	/** When it gives up; ms since the epoch. */
	readonly waitUntil: number;
	gone: boolean;
}

/** First come, first served, at a cost that does not grow with the line. */
export class Line<W extends Waiter> {
	#waiting: W[] = [];
	#head = 0;
	#gone = 0;
	#lastTicket = Number.NEGATIVE_INFINITY;
	/** Who comes again, in the order of the tickets, before all who come for the first time; few at a time. */
	#again: W[] = [];
	#earliestEnd = Number.POSITIVE_INFINITY;

	get length(): number {
		return this.#waiting.length - this.#head + this.#again.length - this.#gone;
	}

	join(waiter: W): void {
		this.#earliestEnd = Math.min(this.#earliestEnd, waiter.waitUntil);
		if (waiter.ticket > this.#lastTicket) {
			this.#lastTicket = waiter.ticket;
			this.#waiting.push(waiter);
			return;
		}
		const before = this.#again.findIndex((other) => other.ticket > waiter.ticket);
		this.#again.splice(before === -1 ? this.#again.length : before, 0, waiter);
	}

	first(): W | undefined {
		return this.#firstAgain() ?? this.#firstWaiting();
	}

	/** Takes a waiter out: the first, or one that gave up. */
	leave(waiter: W): void {
		waiter.gone = true;
		this.#gone += 1;
		if (this.#gone > 16 && this.#gone > this.length) this.#compact();
	}

	/** All whose time is up by then. Looks at the whole line only when somebody's is. */
	expired(by: number): W[] {
		if (by < this.#earliestEnd) return [];
		this.#compact();
		const all = [...this.#again, ...this.#waiting];
		const late = all.filter(({ waitUntil }) => waitUntil <= by);
		this.#earliestEnd = all.reduce(
			(earliest, { waitUntil }) => (waitUntil > by ? Math.min(earliest, waitUntil) : earliest),
			Number.POSITIVE_INFINITY,
		);
		return late;
	}

	#firstAgain(): W | undefined {
		while (this.#again[0]?.gone === true) {
			this.#again.shift();
			this.#gone -= 1;
		}
		return this.#again[0];
	}

	#firstWaiting(): W | undefined {
		while (this.#waiting[this.#head]?.gone === true) {
			this.#head += 1;
			this.#gone -= 1;
		}
		if (this.#head > 16 && this.#head * 2 > this.#waiting.length) {
			this.#waiting = this.#waiting.slice(this.#head);
			this.#head = 0;
		}
		return this.#waiting[this.#head];
	}

	#compact(): void {
		this.#waiting = this.#waiting.slice(this.#head).filter(({ gone }) => !gone);
		this.#again = this.#again.filter(({ gone }) => !gone);
		this.#head = 0;
		this.#gone = 0;
	}
}
