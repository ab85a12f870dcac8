import type { IPollFunctions } from 'n8n-workflow';

/** How long n8n may take to save a cursor after it was given items. */
const SAVING_MS = 30_000;

/** Trigger nodes with a poll under way in this process. */
const polling = new Set<string>();

/** When, by trigger node, the last poll of this process began that emitted something; ms since the epoch. */
const emissions = new Map<string, number>();

/** Names a trigger node over all contexts in which n8n polls with it. */
export function triggerId(context: IPollFunctions): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/**
 * Polls unless a poll of the same node is under way: n8n starts polls on time even while one waits for its turn, and the
 * second would emit the same again.
 */
export async function unlessPolling<T>(trigger: string, run: () => Promise<T>): Promise<T | null> {
	if (polling.has(trigger)) return null;
	polling.add(trigger);
	try {
		return await run();
	} finally {
		polling.delete(trigger);
	}
}

export function rememberEmission(trigger: string, begun: number): void {
	emissions.set(trigger, begun);
}

/**
 * Whether a cursor is older than what this process has just emitted: n8n's scheduler may read it before it has saved the
 * newer one. When it stays old, n8n did not save what it was given, and the same is emitted again.
 *
 * @param polledAt of the cursor; undefined when there is none: then the trigger begins anew, since whoever emitted had one
 */
export function isBeingSaved(trigger: string, polledAt: number | undefined, now: number): boolean {
	const emission = emissions.get(trigger);
	if (emission === undefined || Math.abs(now - emission) >= SAVING_MS) return false;
	return polledAt !== undefined && polledAt < emission;
}
