import type { Clock } from '../../../../nodes/api/pacing/clock.ts';

interface Event {
	at: number;
	order: number;
	run: () => void;
}

/** Time that passes only when everything that can happen now has happened. */
export class VirtualTime implements Clock {
	#now: number;
	#order = 0;
	/** A binary heap, earliest first. */
	readonly #events: Event[] = [];

	constructor(startsAt = 10_000_000) {
		this.#now = startsAt;
	}

	now(): number {
		return this.#now;
	}

	sleep(ms: number): Promise<void> {
		return new Promise((resolve) => this.at(this.#now + Math.max(0, ms), resolve));
	}

	at(at: number, run: () => void): void {
		this.#push({ at, order: this.#order++, run });
	}

	/** Runs until `done` says so; an empty future before that is a deadlock. */
	async runUntil(done: () => boolean): Promise<void> {
		for (;;) {
			await settleMicrotasks();
			if (done()) return;
			const event = this.#pop();
			if (event === undefined) throw new Error('Nothing happens any more');
			this.#now = Math.max(this.#now, event.at);
			event.run();
		}
	}

	/** Lets so much time pass. */
	async pass(ms: number): Promise<void> {
		let over = false;
		this.at(this.#now + ms, () => (over = true));
		await this.runUntil(() => over);
	}

	/** Waits for the result of what needs time. */
	async finish<T>(work: Promise<T>): Promise<T> {
		let over = false;
		const end = () => (over = true);
		work.then(end, end);
		await this.runUntil(() => over);
		return await work;
	}

	#push(event: Event): void {
		const heap = this.#events;
		let index = heap.push(event) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!isBefore(event, heap[parent])) break;
			[heap[index], heap[parent]] = [heap[parent] ?? event, event];
			index = parent;
		}
	}

	#pop(): Event | undefined {
		const heap = this.#events;
		const first = heap[0];
		const last = heap.pop();
		if (first === undefined || last === undefined || first === last) return first;
		let index = 0;
		for (;;) {
			const left = 2 * index + 1;
			const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
			const candidate = heap[child];
			if (candidate === undefined || !isBefore(candidate, last)) break;
			heap[index] = candidate;
			index = child;
		}
		heap[index] = last;
		return first;
	}
}

function isBefore(a: Event | undefined, b: Event | undefined): boolean {
	if (a === undefined) return false;
	return b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Continuations of continuations: a few rounds reach everything that awaits. */
async function settleMicrotasks(): Promise<void> {
	for (let round = 0; round < 8; round += 1) await Promise.resolve();
}
