import type { Clock } from '../../../../nodes/api/pacing/clock.ts';

interface Event {
	at: number;
	run: () => void;
}

/** Time that moves forward only when nothing more can happen at the current time. */
export class VirtualTime implements Clock {
	#now: number;
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
		this.#events.push({ at, run });
	}

	/** Runs until `done` returns true. Throws if no events are left before that. */
	async runUntil(done: () => boolean): Promise<void> {
		for (;;) {
			await settleMicrotasks();
			if (done()) return;
			const event = this.#pop();
			if (event === undefined) throw new Error('Nothing is left to happen');
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

	/** Lets time pass until the work is done. */
	async finish<T>(work: Promise<T>): Promise<T> {
		let over = false;
		const end = () => (over = true);
		work.then(end, end);
		await this.runUntil(() => over);
		return await work;
	}

	/** Removes the earliest event. Of simultaneous events, it removes the one that was added first. */
	#pop(): Event | undefined {
		const [first, ...others] = this.#events;
		if (first === undefined) return undefined;
		const earliest = others.reduce((early, event) => (event.at < early.at ? event : early), first);
		this.#events.splice(this.#events.indexOf(earliest), 1);
		return earliest;
	}
}

/** A few rounds also run the continuations that other continuations start. */
async function settleMicrotasks(): Promise<void> {
	for (let round = 0; round < 8; round += 1) await Promise.resolve();
}
