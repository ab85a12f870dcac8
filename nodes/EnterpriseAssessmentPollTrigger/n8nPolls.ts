import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Budget } from '../api/request/caller';
import { moveDescriptionToMessage, occasionOf, triggerId } from '../shared/publishing';
import { CLOCK_SKEW_MS, type Cursor, isCursor } from './step';

// This file adapts to when and how n8n polls, and holds what this process has to remember about each trigger because of that.

/** Why n8n polls. Between publications and starts, it's time by n8n's in-memory timer (`schedule`) or database scheduler (`tick`). */
type Occasion = 'publication' | 'start' | 'schedule' | 'tick';

interface Memory {
	/** Resolves when the poll in progress ends. */
	running?: Promise<unknown>;
	/** The last successful poll. `isQuiet`: it returned no items. */
	last?: { cursor: Cursor; endedAt: number; isQuiet: boolean };
	/** Whether the last poll failed. */
	hasFailed: boolean;
	/** Before `until`, publishing with the same parameters immediately fails with the same error. */
	slowFailure?: { error: Error; parameters: string; until: number };
}

/** The memory of each trigger, by `triggerId`. */
const memories = new Map<string, Memory>();

/** The contexts that have polled. With its in-memory timer, n8n keeps one context until it publishes again or restarts. */
const polledBefore = new WeakSet<IPollFunctions>();

/** A tick's budget is 36 s by default. Polls of n8n's in-memory timer get 5 minutes, or before n8n 2.38 no budget. */
const LONGEST_TICK_MS = 4 * 60_000;

/** Long enough for months of scores after an outage. Not longer, because a silent connection blocks the next poll until the timeout. */
export const LONG_BUDGET: Partial<Budget> = { timeoutMs: 120_000 };

/** Within this time after a poll, n8n either saves its cursor or rejects its items. */
const SAVED_AFTER_MS = 60_000;

/** If a publication takes this long to fail, n8n's retries get its error without a request. After 84 s, n8n would show its own error. */
const SLOW_MS = 5_000;
/** n8n retries a failing publication for 15 s. */
const REPEATED_FOR_MS = 16_000;

interface Poll {
	context: IPollFunctions;
	/** The system's clock, in ms since the epoch. */
	now: () => number;
	/** Reads the scores. Returns null for `items` if there's nothing new. */
	read: (situation: Situation) => Promise<{ items: INodeExecutionData[] | null; cursor: Cursor }>;
}

interface Situation {
	occasion: Occasion;
	budget: Partial<Budget>;
	/** The cursor to continue from. Undefined for the first poll. */
	latest: Cursor | undefined;
	/** Whether the poll may read more than its window. If that took too long, every poll would fail, so not after a failed one. */
	looksFar: boolean;
}

type Claimed = Pick<Situation, 'occasion' | 'budget'>;

/** Runs a poll the way n8n needs it, and keeps its cursor. */
export async function pollForN8n(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const { context } = poll;
	const id = triggerId(context);
	const memory = memories.get(id) ?? { hasFailed: false };
	memories.set(id, memory);
	// n8n starts polls without waiting for the last one.
	if (memory.running !== undefined) {
		// When a poll ends, n8n takes the expression engine away from the context's other polls, and they can't send requests anymore.
		if (polledBefore.has(context)) await memory.running;
		return null;
	}
	const claimed = claimOccasion(context);
	const running = RUNS[claimed.occasion](poll, memory, claimed);
	const end = () => delete memory.running;
	memory.running = running.then(end, end);
	return await running;
}

async function run({ context, now, read }: Poll, memory: Memory, claimed: Claimed) {
	const staticData = context.getWorkflowStaticData('node');
	const stored = isCursor(staticData.cursor) ? staticData.cursor : undefined;
	const latest = latestCursor(stored, memory.last, claimed.occasion, now());
	if (latest === 'saving') return null;
	const { name } = context.getNode();
	const remedy = 'To find scores it may have missed, run Score: Get Many.';
	if (latest === undefined && staticData.cursor !== undefined)
		context.logger.warn(`Couldn't read the saved state of '${name}', so it starts over. ${remedy}`);
	if (isAhead(latest, now())) {
		const polledAt = new Date(latest.polledAt).toISOString();
		context.logger.warn(`The last check of '${name}' is dated ${polledAt}, which is later than n8n's clock. ${remedy}`);
	}
	const looksFar = !memory.hasFailed;
	// This is set to false again only if the poll succeeds.
	memory.hasFailed = true;
	const { items, cursor } = await read({ ...claimed, latest, looksFar });
	memory.hasFailed = false;
	// n8n notices only an assignment to a top-level key.
	staticData.cursor = { ...cursor };
	memory.last = { cursor, endedAt: now(), isQuiet: items === null };
	return items && [items];
}

/** Runs the poll of a publication. If it fails, n8n shows only the message, and retries it. */
async function publish(poll: Poll, memory: Memory, claimed: Claimed) {
	const { context, now } = poll;
	const begun = now();
	const parameters = JSON.stringify(context.getNode().parameters);
	const { slowFailure } = memory;
	if (slowFailure?.parameters === parameters && begun < slowFailure.until) throw slowFailure.error;
	return await run(poll, memory, claimed).catch((error: Error) => {
		moveDescriptionToMessage(error);
		const ended = now();
		if (ended - begun >= SLOW_MS) {
			error.message += " If your account is large, lower 'Lookback Days'.";
			memory.slowFailure = { error, parameters, until: ended + REPEATED_FOR_MS };
		}
		throw error;
	});
}

/** Runs the poll of a start. If it threw an error, n8n 2.40 and newer would never poll again. */
async function start(poll: Poll, memory: Memory, claimed: Claimed) {
	return await run(poll, memory, claimed).catch((error: Error) => {
		moveDescriptionToMessage(error);
		poll.context.logger.warn(
			`'${poll.context.getNode().name}' failed its first check after n8n started. n8n will check again as scheduled. ${error.message}`,
		);
		return null;
	});
}

const RUNS = { publication: publish, start, schedule: run, tick: run };

/** The first poll of a context is a publication or a start, unless it's a tick, because each tick has its own context. */
function claimOccasion(context: IPollFunctions): Claimed {
	const pollBudgetMs = context.getPollBudgetMs?.() ?? Number.POSITIVE_INFINITY;
	// A tick also needs time for the list of groups, and for n8n's own work.
	if (pollBudgetMs < LONGEST_TICK_MS) return { occasion: 'tick', budget: { totalMs: pollBudgetMs - 5_000 } };
	if (polledBefore.has(context)) return { occasion: 'schedule', budget: LONG_BUDGET };
	polledBefore.add(context);
	// n8n waits for the first poll, and retries it.
	const budget = { totalMs: 25_000, maxTries: 1 };
	return { occasion: occasionOf(context) === 'start' ? 'start' : 'publication', budget };
}

/**
 * Returns the cursor that a poll continues from: the stored one, unless n8n hasn't stored the last poll's. n8n stores the cursor of
 * a poll without items late or never, and it stores cursors by the node's name, which can change. If n8n rejected a poll's items,
 * they must be returned again.
 *
 * @returns `saving` if a tick or the first poll after a start would repeat the last poll's items, because n8n may still be saving its cursor
 */
export function latestCursor(
	stored: Cursor | undefined,
	last: Memory['last'],
	occasion: Occasion,
	now: number,
): Cursor | 'saving' | undefined {
	if (last === undefined) return stored;
	// A cursor from the future would win forever, and hide every score until then.
	if (stored !== undefined && stored.polledAt >= last.cursor.polledAt && !isAhead(stored, now)) return stored;
	if (last.isQuiet) return last.cursor;
	const readsDatabase = occasion === 'tick' || occasion === 'start';
	if (readsDatabase && now - last.endedAt <= SAVED_AFTER_MS) return 'saving';
	return stored ?? last.cursor;
}

/** Whether n8n's clock was set back after the cursor's poll. */
function isAhead(cursor: Cursor | undefined, now: number): cursor is Cursor {
	return cursor !== undefined && cursor.polledAt > now + CLOCK_SKEW_MS;
}
