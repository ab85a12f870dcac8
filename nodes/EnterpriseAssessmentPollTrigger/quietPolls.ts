import { isRecord } from '../api/specification/isRecord';
import type { StoredCursor } from './storedCursor';

/** By trigger node, the cursor of the last poll of this process, if that poll found nothing. */
const cursors = new Map<string, StoredCursor>();

/**
 * Keeps the cursor of a poll that found nothing. n8n saves none of these: when the workflow is published again, with other
 * filters perhaps, it goes back to the last one that came with items, and what is known since then would look new.
 */
export function rememberQuietPoll(trigger: string, cursor: StoredCursor): void {
	cursors.set(trigger, cursor);
}

/** After items only what n8n saves counts: it may refuse them, and then they have to come again. */
export function forgetQuietPoll(trigger: string): void {
	cursors.delete(trigger);
}

/**
 * The newer of what n8n stored and what is kept here; nothing stored means a new beginning. What a poll kept while the clock
 * was ahead is forgotten.
 *
 * @param now ms since the epoch
 */
export function newestCursor(trigger: string, stored: unknown, now: number): unknown {
	const quiet = cursors.get(trigger);
	if (quiet === undefined || !isRecord(stored) || typeof stored.polledAt !== 'string') return stored;
	if (Date.parse(quiet.polledAt) > now) cursors.delete(trigger);
	else if (stored.polledAt < quiet.polledAt) return quiet;
	return stored;
}
