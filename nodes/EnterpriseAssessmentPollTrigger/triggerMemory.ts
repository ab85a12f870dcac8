import { isRecord } from '../api/specification/isRecord';
import { CLOCK_SKEW_MS } from './cursor';
import type { Patience } from './readReports';
import type { StoredCursor } from './storedCursor';

/** How long n8n may take to save a cursor after it was given items. */
const SAVING_MS = 30_000;

/** A poll that failed after so long is not repeated at once: n8n would repeat it four times within 15 s and give up itself. */
const SLOW_MS = 10_000;

/** A poll that failed after so long may have asked a silent connection, or for more than the service can give so soon. */
const BRIEF_MS = 60_000;

/** More triggers than one n8n polls. The memory of those that polled longest ago is given up. */
const MAX_TRIGGERS = 1_000;

/** Between the end of polling under a node's old name and the first poll under the new one: what n8n takes to publish. */
const PUBLISHING_MS = 2_000;

/** The last successful poll of a trigger in this process. */
export interface LastPoll {
	cursor: StoredCursor;
	/** The cursor that it went on from. */
	before: unknown;
	/** By the steady clock, ms. */
	endedAt: number;
	/** Whether it gave n8n items. */
	emitted: boolean;
	/** Whether n8n may have discarded them because it published the node anew. */
	mayBeDiscarded: boolean;
}

/** Which cursor a poll goes on from; `wait` while n8n is still saving a newer one. */
export type Beginning = { cursor: unknown } | 'wait';

/**
 * Decides between what n8n stored and what this process remembers. n8n saves the cursor of a poll that found nothing late or
 * never, and keeps what it stores by the node's name: after publishing again it gives an older cursor, and after renaming
 * the node none at all.
 *
 * A poll that gave items counts only once n8n has saved its cursor: n8n may have refused the items, and then they have to
 * come again. n8n 2 discards the items of a poll that ends while it publishes the node anew: after renaming they come again,
 * too, rather than never.
 *
 * @param stored what n8n gives back; undefined when it has nothing under the node's name
 * @param now by the wall clock, ms since the epoch
 * @param steadyNow by a clock that nobody sets, ms
 */
export function beginningOf(stored: unknown, last: LastPoll | undefined, now: number, steadyNow: number): Beginning {
	if (last === undefined) return { cursor: stored };
	const sinceLast = now - Date.parse(last.cursor.polledAt);
	// The clock was ahead at that poll.
	if (sinceLast < -CLOCK_SKEW_MS) return { cursor: stored };
	if (stored === undefined) {
		const isDiscarded = last.mayBeDiscarded && steadyNow - last.endedAt < PUBLISHING_MS;
		return { cursor: isDiscarded ? last.before : last.cursor };
	}
	const isOlder = isRecord(stored) && typeof stored.polledAt === 'string' && stored.polledAt < last.cursor.polledAt;
	if (!isOlder) return { cursor: stored };
	if (!last.emitted) return { cursor: last.cursor };
	return Math.abs(sinceLast) < SAVING_MS ? 'wait' : { cursor: stored };
}

/** What this process remembers of one trigger from poll to poll. */
export class TriggerMemory {
	#last: LastPoll | undefined;
	#isPolling = false;
	/**
	 * Whether n8n polled before in the context of the present poll. It keeps one context until it publishes anew, so a new one
	 * then tells of that; but its experimental scheduler gives each poll a context of its own, which tells of nothing.
	 */
	#isRepeated = false;
	/** Whether n8n published the workflow anew while the present poll was under way. */
	#isSuperseded = false;
	#slowFailure: { error: Error; at: number } | undefined;
	#patience: Patience = 'brief';
	readonly #contexts = new WeakSet<object>();

	get last(): LastPoll | undefined {
		return this.#last;
	}

	/** Of the poll under way. n8n 2 discards the items of a superseded one: what was before it counts, and they come again. */
	remember(last: Omit<LastPoll, 'mayBeDiscarded'>): void {
		const mayBeDiscarded = last.emitted && this.#isRepeated;
		if (!this.#isSuperseded || !last.emitted) this.#last = { ...last, mayBeDiscarded };
	}

	/** Whether n8n polls in this context for the first time, which it does when it publishes or starts. */
	isFirstIn(context: object): boolean {
		if (this.#contexts.has(context)) return false;
		this.#contexts.add(context);
		return true;
	}

	/**
	 * Polls unless a poll of the same trigger is under way: n8n starts polls on time even while one waits for its turn, and
	 * the second would emit the same again.
	 *
	 * @param isFirst whether it is the first poll in its context
	 */
	async unlessPolling<T>(isFirst: boolean, run: () => Promise<T>): Promise<T | null> {
		if (this.#isPolling) {
			this.#isSuperseded ||= isFirst && this.#isRepeated;
			return null;
		}
		this.#isPolling = true;
		this.#isRepeated = !isFirst;
		this.#isSuperseded = false;
		try {
			return await run();
		} finally {
			this.#isPolling = false;
		}
	}

	/**
	 * Polls on schedule. After a poll that ran out of time the next one has more of it, and after one more the next has less:
	 * so neither a silent connection nor a very long answer holds up polling for good.
	 */
	async patiently<T>(now: () => number, run: (patience: Patience) => Promise<T>): Promise<T> {
		const begun = now();
		return await run(this.#patience).catch((error: Error) => {
			if (now() - begun >= BRIEF_MS) this.#patience = this.#patience === 'brief' ? 'long' : 'brief';
			throw error;
		});
	}

	/**
	 * Polls for a publication. n8n repeats one that fails up to four times, with pauses of up to 8 s, and gives it up after
	 * 84 s with words of its own: after a poll that failed slowly, all repetitions but the last fail at once with the same error.
	 */
	async unlessJustSlow<T>(now: () => number, run: () => Promise<T>): Promise<T> {
		const begun = now();
		const slow = this.#slowFailure;
		if (slow !== undefined && begun - slow.at < SLOW_MS) throw slow.error;
		this.#slowFailure = undefined;
		return await run().catch((error: Error) => {
			const ended = now();
			if (ended - begun >= SLOW_MS) this.#slowFailure = { error, at: ended };
			throw error;
		});
	}
}

const memories = new Map<string, TriggerMemory>();

/** By the IDs of workflow and node, which stay when the node is renamed. */
export function memoryOf(workflowId: string | undefined, nodeId: string): TriggerMemory {
	const trigger = `${workflowId} ${nodeId}`;
	const memory = memories.get(trigger) ?? new TriggerMemory();
	memories.delete(trigger);
	memories.set(trigger, memory);
	if (memories.size > MAX_TRIGGERS) {
		const [oldest] = memories.keys();
		if (oldest !== undefined) memories.delete(oldest);
	}
	return memory;
}
