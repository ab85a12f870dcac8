import type { IPollFunctions } from 'n8n-workflow';

import { isStart } from '../shared/parameters';
import type { Cursor } from './step';

/** Why n8n polls: `schedule` in memory, `tick` with its database scheduler. */
export type Occasion = 'publication' | 'start' | 'schedule' | 'tick';

/** How long n8n lets a poll take in memory; a tick gets less. */
const IN_MEMORY_BUDGET_MS = 5 * 60_000;

/** What this process remembers of a trigger. */
export interface Memory {
	isPolling: boolean;
	/** The last successful poll, and whether it returned no items. n8n may have refused its items: then they have to come again. */
	last?: { cursor: Cursor; isQuiet: boolean };
	/** Until when a publication fails again at once. */
	slowFailure?: { error: Error; until: number };
}

/** By the IDs of workflow and node, which stay when the node is renamed. */
const memories = new Map<string, Memory>();

/** In memory, n8n polls in one context until it publishes again or starts. */
const polledBefore = new WeakSet<IPollFunctions>();

/** Polls unless the trigger is polling already: n8n starts polls on time even while one waits. */
export async function onePollAtATime<T>(
	context: IPollFunctions,
	poll: (memory: Memory) => Promise<T>,
): Promise<T | null> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	const memory = memories.get(trigger) ?? { isPolling: false };
	memories.set(trigger, memory);
	if (memory.isPolling) return null;
	memory.isPolling = true;
	try {
		return await poll(memory);
	} finally {
		memory.isPolling = false;
	}
}

/** Why n8n polls now. The next poll in this context is another one. */
export function claimOccasion(context: IPollFunctions): Occasion {
	// A tick has a context of its own, and the activation mode of a publication.
	if (budgetOf(context) < IN_MEMORY_BUDGET_MS) return 'tick';
	if (polledBefore.has(context)) return 'schedule';
	polledBefore.add(context);
	return isStart(context) ? 'start' : 'publication';
}

/** In ms. n8n before 2.38 doesn't tell it. */
export function budgetOf(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? IN_MEMORY_BUDGET_MS;
}

/** By then n8n has saved the cursor of a poll, or refused its items. */
const SAVED_AFTER_MS = 30_000;

/**
 * Whether n8n may still be saving the cursor of the last poll. A tick has the cursor that n8n's database held when it began, also
 * beside n8n's poll at its start: it would return the same items once more.
 */
export function isBeingSaved(stored: Cursor | undefined, last: Memory['last'], now: number): boolean {
	if (last === undefined || last.isQuiet || now - last.cursor.polledAt > SAVED_AFTER_MS) return false;
	return stored === undefined || stored.polledAt < last.cursor.polledAt;
}

/**
 * The cursor that a poll goes on from. n8n saves the cursor of a poll without items late or never, and keeps it by the node's
 * name, which can change: this process's counts where n8n has none, or that of an earlier poll.
 */
export function latestCursor(stored: Cursor | undefined, last: Memory['last']): Cursor | undefined {
	if (last === undefined) return stored;
	const isMissing = stored === undefined || (last.isQuiet && last.cursor.polledAt > stored.polledAt);
	return isMissing ? last.cursor : stored;
}
