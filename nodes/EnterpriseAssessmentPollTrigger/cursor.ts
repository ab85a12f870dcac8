import { isRecord } from '../api/specification/isRecord';

export const DAY_MS = 86_400_000;

const VERSION = 1;

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

/** What a poll leaves for the next. Instants are ms since the epoch. */
export interface Cursor extends Scope {
	/** When the poll began, by n8n's clock. */
	polledAt: number;
	/** Where the next window begins. It never moves back: what was completed before is no longer remembered. */
	from: number;
	/** The reports of that window, and those that were seen waiting for their score, by `idKey`. */
	known: ReadonlyMap<string, Known>;
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

interface StoredCursor extends Omit<Cursor, 'known'> {
	version: typeof VERSION;
	known: Record<string, Known>;
}

/** @returns undefined for what is no cursor of this version */
export function readCursor(stored: unknown): Cursor | undefined {
	if (!isStoredCursor(stored)) return undefined;
	const { account, groupIds, polledAt, from, known } = stored;
	return { account, groupIds, polledAt, from, known: new Map(Object.entries(known)) };
}

export function writeCursor(cursor: Cursor): StoredCursor {
	return { ...cursor, version: VERSION, known: Object.fromEntries(cursor.known) };
}

function isStoredCursor(value: unknown): value is StoredCursor {
	if (!isRecord(value)) return false;
	const { version, account, groupIds, polledAt, from, known } = value;
	return (
		version === VERSION &&
		typeof account === 'string' &&
		Array.isArray(groupIds) &&
		Number.isFinite(polledAt) &&
		Number.isFinite(from) &&
		isRecord(known) &&
		Object.values(known).every(isKnown)
	);
}

function isKnown(value: unknown): value is Known {
	if (!isRecord(value)) return false;
	const { completed, result, waits } = value;
	return Number.isFinite(completed) && (result === null || typeof result === 'string') && typeof waits === 'boolean';
}
