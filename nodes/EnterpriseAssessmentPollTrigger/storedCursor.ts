import { isRecord } from '../api/specification/isRecord';
import type { Cursor, ScoredReport } from './cursor';
import { FINGERPRINT_LENGTH, KEY_LENGTH } from './reportKey';

const VERSION = 1;

/**
 * The cursor as n8n stores it, as JSON. The scored reports of one day are one text, keys and fingerprints in a row:
 * a tenth of what a list of objects would take, and nothing for n8n to observe one by one.
 */
export interface StoredCursor {
	version: typeof VERSION;
	/** Instants are ISO 8601. */
	polledAt: string;
	from: string;
	pollsInWindow: number;
	scope: string;
	/** By day of completion, counted from 1970-01-01. */
	scored: Record<string, string>;
	/** `reportKey` → instant of completion. */
	pending: Record<string, string>;
}

export type StoredState = { cursor: Cursor | undefined } | { problem: string };

const ENTRY_LENGTH = KEY_LENGTH + FINGERPRINT_LENGTH;
const ENTRIES = new RegExp(`^(?:[\\w-]{${KEY_LENGTH}}[0-9a-f]{${FINGERPRINT_LENGTH}})*$`);
const DAY = /^-?\d{1,8}$/;

/** @param stored what n8n gives back; undefined before the first poll */
export function readCursor(stored: unknown): StoredState {
	if (stored === undefined) return { cursor: undefined };
	if (!isRecord(stored)) return { problem: 'it is not an object' };
	const { version, polledAt, from, pollsInWindow, scope, scored, pending } = stored;
	if (typeof version !== 'number') return { problem: 'it has no version' };
	if (version !== VERSION) return { problem: `another version of the package wrote it (format ${version})` };
	const polled = fromIso(polledAt);
	const start = fromIso(from);
	if (polled === undefined) return { problem: "'polledAt' is not a time" };
	if (start === undefined) return { problem: "'from' is not a time" };
	if (typeof pollsInWindow !== 'number') return { problem: "'pollsInWindow' is not a number" };
	if (typeof scope !== 'string') return { problem: "'scope' is not a text" };
	const reports = isRecord(scored) ? unpack(scored) : undefined;
	if (reports === undefined) return { problem: "'scored' can't be read" };
	const waiting = isRecord(pending) ? instants(pending) : undefined;
	if (waiting === undefined) return { problem: "'pending' can't be read" };
	return { cursor: { polledAt: polled, from: start, pollsInWindow, scope, scored: reports, pending: waiting } };
}

export function writeCursor(cursor: Cursor): StoredCursor {
	return {
		version: VERSION,
		polledAt: toIso(cursor.polledAt),
		from: toIso(cursor.from),
		pollsInWindow: cursor.pollsInWindow,
		scope: cursor.scope,
		scored: pack(cursor.scored),
		pending: Object.fromEntries([...cursor.pending].map(([key, completed]) => [key, toIso(completed)])),
	};
}

function pack(scored: ReadonlyMap<string, ScoredReport>): Record<string, string> {
	const days = new Map<number, string[]>();
	for (const [key, { day, fingerprint }] of scored) {
		const entries = days.get(day);
		if (entries === undefined) days.set(day, [key, fingerprint]);
		else entries.push(key, fingerprint);
	}
	return Object.fromEntries([...days].map(([day, entries]) => [String(day), entries.join('')]));
}

function unpack(days: Record<string, unknown>): Map<string, ScoredReport> | undefined {
	const scored = new Map<string, ScoredReport>();
	for (const [day, entries] of Object.entries(days)) {
		if (!DAY.test(day) || typeof entries !== 'string' || !ENTRIES.test(entries)) return undefined;
		for (let start = 0; start < entries.length; start += ENTRY_LENGTH) {
			scored.set(entries.slice(start, start + KEY_LENGTH), {
				day: Number(day),
				fingerprint: entries.slice(start + KEY_LENGTH, start + ENTRY_LENGTH),
			});
		}
	}
	return scored;
}

function instants(pending: Record<string, unknown>): Map<string, number> | undefined {
	const parsed = new Map<string, number>();
	for (const [key, completed] of Object.entries(pending)) {
		const instant = fromIso(completed);
		if (instant === undefined) return undefined;
		parsed.set(key, instant);
	}
	return parsed;
}

function toIso(instant: number): string {
	return new Date(instant).toISOString();
}

function fromIso(text: unknown): number | undefined {
	const instant = typeof text === 'string' ? Date.parse(text) : Number.NaN;
	return Number.isNaN(instant) ? undefined : instant;
}
