import { isRecord } from '../api/specification/isRecord';

export const DAY_MS = 86_400_000;

/** Which scores a poll looks at. */
export interface Scope {
	/** The account, as far as it can be told: the service's address and the entry of the credentials. */
	account: string;
	/** Empty: all users. */
	groupIds: readonly string[];
}

/** What is remembered of one score report. */
export interface Known {
	/** When the person finished, or an earlier time where that is not known; ms since the epoch. */
	completed: number;
	/** The beginning of the event ID of its last score: another one means that the score changed. Null before the first. */
	result: string | null;
	/** Whether it waits for a score that will be given. */
	waits: boolean;
}

/** What a poll leaves for the next, as n8n stores it. Instants are ms since the epoch. */
export interface Cursor extends Scope {
	version: 1;
	/** When the poll began, by n8n's clock. */
	polledAt: number;
	/** Where the next window begins. It never moves back: what was completed before is no longer remembered. */
	from: number;
	/** The reports of that window, and those that were seen waiting for their score, by `idKey`. */
	known: Readonly<Record<string, Known>>;
}

/** What the last successful poll of this process left. */
export interface LastPoll {
	cursor: Cursor;
	/** Whether it gave no items. n8n may have refused those that a poll gave, and then they have to come again. */
	isQuiet: boolean;
}

/**
 * n8n saves what a poll without items left late or never, and keeps it by the node's name, which may change: what this
 * process remembers counts where n8n has nothing, or has what an earlier poll left.
 */
export function latestCursor(stored: Cursor | undefined, last: LastPoll | undefined, now: number): Cursor | undefined {
	// n8n's clock was ahead at the last poll.
	if (last === undefined || last.cursor.from > now) return stored;
	const isMissing = stored === undefined || (last.isQuiet && last.cursor.polledAt > stored.polledAt);
	return isMissing ? last.cursor : stored;
}

export function isCursor(value: unknown): value is Cursor {
	if (!isRecord(value)) return false;
	const { version, account, groupIds, polledAt, from, known } = value;
	return (
		version === 1 &&
		typeof account === 'string' &&
		Array.isArray(groupIds) &&
		Number.isFinite(polledAt) &&
		Number.isFinite(from) &&
		isRecord(known) &&
		Object.values(known).every(isKnown)
	);
}

function isKnown(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const { completed, result, waits } = value;
	return Number.isFinite(completed) && (result === null || typeof result === 'string') && typeof waits === 'boolean';
}
