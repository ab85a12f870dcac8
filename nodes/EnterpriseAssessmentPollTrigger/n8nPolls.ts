import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { type Budget, SHORT_PATIENCE } from '../api/request/caller';
import { DAY_MS } from '../api/specification/values';
import { moveDescriptionToMessage, occasionOf, triggerId } from '../shared/publishing';
import { type Cursor, isCursor } from './newScores';

// This file adapts to when and how n8n polls, and holds what this process has to remember about each trigger because of that.

interface TriggerState {
	/** Resolves when the poll in progress ends. */
	running?: Promise<unknown>;
	/** The last successful poll. `isQuiet`: it returned no items. */
	last?: { cursor: Cursor; endedAt: number; isQuiet: boolean };
	hasFailed: boolean;
	/** Before `until`, publishing with the same parameters immediately fails with the same error. */
	slowFailure?: { error: Error; parameters: string; until: number };
}

/** By `triggerId`. */
const states = new Map<string, TriggerState>();

/** The contexts that have polled. With its in-memory timer, n8n keeps one context until it publishes again or restarts. */
const polledBefore = new WeakSet<IPollFunctions>();

/** A tick, a poll of n8n's database scheduler, gets 36 s by default. A poll of the in-memory timer gets 5 minutes, or before 2.38 no limit. */
const LONGEST_TICK_MS = 4 * 60_000;

/** Long enough for months of scores after an outage. Not longer, because a silent connection blocks the next poll until the timeout. */
export const LONG_BUDGET: Partial<Budget> = { timeoutMs: 120_000 };

/** The first poll of each quarter of a day (UTC) also looks for unscored reports before the window, and for renamed groups. */
const FAR_LOOK_MS = DAY_MS / 4;

/** Within this time after a poll, n8n either saves its cursor or rejects its items. */
const SAVED_AFTER_MS = 60_000;

/** If a publication takes this long to fail, n8n's retries get its error without a request. After 84 s, n8n would show its own error. */
const SLOW_MS = 5_000;
/** n8n retries a failing publication for 15 s. */
const REPEATED_FOR_MS = 16_000;

/** What a poll needs to read the scores. */
export interface Situation {
	/** Why n8n polls. `timer`: between publications and starts, by n8n's in-memory timer or its database scheduler. */
	occasion: 'publication' | 'start' | 'timer';
	/** When the poll begins, in ms since the epoch. */
	now: number;
	budget: Partial<Budget>;
	/** The cursor to continue from. Undefined for the first poll. */
	latest: Cursor | undefined;
	/** Whether the poll also looks for what changed long ago. If that took too long, every poll would fail, so not after a failed one. */
	looksFar: boolean;
}

type PollOnce = (situation: Situation) => Promise<{ items: INodeExecutionData[]; cursor: Cursor }>;

/** Runs a poll the way n8n needs it, and keeps its cursor. */
export async function pollForN8n(context: IPollFunctions, pollOnce: PollOnce): Promise<INodeExecutionData[][] | null> {
	const id = triggerId(context);
	const state = states.get(id) ?? { hasFailed: false };
	states.set(id, state);
	// n8n starts polls without waiting for the last one.
	if (state.running !== undefined) {
		// When a poll ends, n8n takes the expression engine away from the context's other polls, and they can't send requests anymore.
		if (polledBefore.has(context)) await state.running;
		return null;
	}
	const now = Date.now();
	const { occasion, budget } = claimOccasion(context);
	const { name, parameters: given } = context.getNode();
	const parameters = JSON.stringify(given);

	async function run() {
		const { slowFailure } = state;
		const isRepeated = occasion === 'publication' && slowFailure?.parameters === parameters;
		if (isRepeated && now < slowFailure.until) throw slowFailure.error;
		const staticData = context.getWorkflowStaticData('node');
		const stored = isCursor(staticData.cursor) ? staticData.cursor : undefined;
		const latest = latestCursor(stored, state.last, { now, occasion });
		if (latest === 'saving') return null;
		if (latest === undefined && staticData.cursor !== undefined) {
			const why = `The saved state of '${name}' can't be used, because it's from a different version of the node`;
			context.logger.warn(`${why}. It starts over. To find scores it may have missed, run Score: Get Many.`);
		}
		const looksFar = !state.hasFailed && latest !== undefined && isFarLook(latest, now);
		// This is set to false again only if the poll succeeds.
		state.hasFailed = true;
		const { items, cursor } = await pollOnce({ occasion, now, budget, latest, looksFar });
		state.hasFailed = false;
		// n8n notices only an assignment to a top-level key.
		staticData.cursor = { ...cursor };
		state.last = { cursor, endedAt: Date.now(), isQuiet: items.length === 0 };
		return items.length === 0 ? null : [items];
	}

	/** Puts a failed publication or start into one string, because n8n shows or logs only the message. */
	function failed(error: Error): null {
		if (occasion === 'timer') throw error;
		moveDescriptionToMessage(error);
		// If a start threw an error, n8n 2.40 and newer would never poll again.
		if (occasion === 'start') {
			context.logger.warn(
				`'${name}' failed its first check after n8n started. n8n will check again as scheduled. ${error.message}`,
			);
			return null;
		}
		const ended = Date.now();
		if (ended - now >= SLOW_MS) {
			error.message += " If your account is large, lower 'Lookback Days'.";
			state.slowFailure = { error, parameters, until: ended + REPEATED_FOR_MS };
		}
		throw error;
	}

	const running = run().catch(failed);
	const end = () => delete state.running;
	state.running = running.then(end, end);
	return await running;
}

/** The first poll of a context is a publication or a start, unless it's a tick, because each tick has its own context. */
function claimOccasion(context: IPollFunctions): Pick<Situation, 'occasion' | 'budget'> {
	const pollBudgetMs = context.getPollBudgetMs?.() ?? Number.POSITIVE_INFINITY;
	// A tick also needs time for the list of groups, and for n8n's own work.
	if (pollBudgetMs < LONGEST_TICK_MS) return { occasion: 'timer', budget: { totalMs: pollBudgetMs - 5_000 } };
	if (polledBefore.has(context)) return { occasion: 'timer', budget: LONG_BUDGET };
	polledBefore.add(context);
	// n8n waits for the first poll, and retries it.
	const budget = { totalMs: 25_000, maxTries: 1, ...SHORT_PATIENCE };
	return { occasion: occasionOf(context) === 'start' ? 'start' : 'publication', budget };
}

/** The cursor to continue from: the stored one, or the last poll's if n8n hasn't stored it. `saving`: n8n may still be storing it. */
function latestCursor(
	stored: Cursor | undefined,
	last: TriggerState['last'],
	{ now, occasion }: Pick<Situation, 'now' | 'occasion'>,
): Cursor | 'saving' | undefined {
	if (last === undefined) return stored;
	if (stored !== undefined && stored.polledAt >= last.cursor.polledAt) return stored;
	// n8n stores the cursor of a poll without items late or never.
	if (last.isQuiet) return last.cursor;
	if (occasion !== 'publication' && now - last.endedAt <= SAVED_AFTER_MS) return 'saving';
	// If n8n rejected the items, they're returned again. Without a stored cursor, the node was renamed.
	return stored ?? last.cursor;
}

export function isFarLook({ polledAt }: Cursor, now: number): boolean {
	return Math.floor(now / FAR_LOOK_MS) !== Math.floor(polledAt / FAR_LOOK_MS);
}
