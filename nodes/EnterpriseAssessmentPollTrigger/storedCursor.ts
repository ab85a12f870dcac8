import { isRecord } from '../api/specification/isRecord';
import type { Cursor, ScoredReport } from './cursor';
import { DAY_MS } from './cursor';
import { FINGERPRINT_LENGTH, KEY_LENGTH } from './reportKey';

/**
 * The cursor as n8n stores it, as JSON. The scored reports of one day are one text, keys and fingerprints in a row:
 * a tenth of what a list of objects would take, and nothing for n8n to observe one by one.
 */
export interface StoredCursor {
	version: number;
	/** Instants are ISO 8601. */
	polledAt: string;
	from: string;
	scope: string;
	/** By day of completion, e.g. `2026-11-21`. */
	scored: Record<string, string>;
	/** `reportKey` → instant of completion. */
	pending: Record<string, string>;
}

/** Brings what one version of the package stored into the form of the next. */
export type Upgrade = (older: Record<string, unknown>) => Record<string, unknown>;

/** The first upgrades version 1 to version 2, and so on. */
const UPGRADES: readonly Upgrade[] = [];

const ENTRY_LENGTH = KEY_LENGTH + FINGERPRINT_LENGTH;
const ENTRIES = new RegExp(`^(?:[\\w-]{${KEY_LENGTH}}[0-9a-f]{${FINGERPRINT_LENGTH}})*$`);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export type StoredState = { cursor: Cursor | undefined } | { problem: string };

/** @param stored what n8n gives back; undefined before the first poll */
export function readCursor(stored: unknown, upgrades: readonly Upgrade[] = UPGRADES): StoredState {
	if (stored === undefined) return { cursor: undefined };
	if (!isRecord(stored)) return { problem: 'it is not an object' };
	const { version } = stored;
	if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return { problem: 'it has no version' };
	if (version > upgrades.length + 1) return { problem: `a newer version of the package wrote it (format ${version})` };
	return parse(upgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), stored));
}

export function writeCursor(cursor: Cursor): StoredCursor {
	return {
		version: UPGRADES.length + 1,
		polledAt: toIso(cursor.polledAt),
		from: toIso(cursor.from),
		scope: cursor.scope,
		scored: pack(cursor.scored),
		pending: Object.fromEntries([...cursor.pending].map(([key, completed]) => [key, toIso(completed)])),
	};
}

function parse({ polledAt, from, scope, scored, pending }: Record<string, unknown>): StoredState {
	const polled = fromIso(polledAt);
	const start = fromIso(from);
	if (polled === undefined) return { problem: "'polledAt' is not a time" };
	if (start === undefined) return { problem: "'from' is not a time" };
	if (typeof scope !== 'string') return { problem: "'scope' is not a text" };
	const reports = isRecord(scored) ? unpack(scored) : undefined;
	if (reports === undefined) return { problem: "'scored' can't be read" };
	const waiting = isRecord(pending) ? instants(pending) : undefined;
	if (waiting === undefined) return { problem: "'pending' can't be read" };
	return { cursor: { polledAt: polled, from: start, scope, scored: reports, pending: waiting } };
}

function pack(scored: ReadonlyMap<string, ScoredReport>): Record<string, string> {
	const days = new Map<number, string[]>();
	for (const [key, { day, fingerprint }] of scored) {
		const entries = days.get(day);
		if (entries === undefined) days.set(day, [key + fingerprint]);
		else entries.push(key + fingerprint);
	}
	return Object.fromEntries([...days].map(([day, entries]) => [toIso(day * DAY_MS).slice(0, 10), entries.join('')]));
}

function unpack(days: Record<string, unknown>): Map<string, ScoredReport> | undefined {
	const scored = new Map<string, ScoredReport>();
	for (const [date, entries] of Object.entries(days)) {
		const instant = DAY.test(date) ? fromIso(date) : undefined;
		if (instant === undefined || typeof entries !== 'string' || !ENTRIES.test(entries)) return undefined;
		for (let start = 0; start < entries.length; start += ENTRY_LENGTH) {
			scored.set(entries.slice(start, start + KEY_LENGTH), {
				day: instant / DAY_MS,
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
