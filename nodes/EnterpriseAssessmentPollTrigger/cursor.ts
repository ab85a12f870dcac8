import { eventIdOfReport } from '../shared/eventId';
import { parseIsoTimestamp } from '../api/specification/isoTimestamp';
import type { ScoreReport, User } from '../api/specification/types';
import { fingerprintOf, reportKey } from './reportKey';
import type { Scope } from './scope';
import { scopeText, wasSeen } from './scope';

export const DAY_MS = 86_400_000;

/** 9999-12-31, the last day whose date has four digits of year. */
const LAST_DAY = 2_932_896;

/** How far n8n's clock and the service's may be apart. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** How long after the window a report that waits for its score is still looked for: one that never gets it must not widen the window for ever. */
export const MAX_PENDING_DAYS = 90;

/** Finished and not scored: specification, "States and transitions". */
const PENDING_STATUSES: readonly string[] = ['ScorePending', 'NeedsReview'];

/** One score report and whose it is. */
export interface Result {
	user: User;
	report: ScoreReport;
}

/** What is remembered of a scored report. */
export interface ScoredReport {
	/** When the user finished: days since the epoch, UTC. */
	day: number;
	/** Of the result as it was last seen: another one means that it was scored again. */
	fingerprint: string;
}

/** What a poll leaves for the next. Instants are milliseconds since the epoch. */
export interface Cursor {
	/** When the last successful poll began, by n8n's clock. */
	polledAt: number;
	/** Whatever was completed before has left the window, once and for all. */
	from: number;
	/** What the last poll looked at, as `scopeText`. */
	scope: string;
	/** The scored reports of the window, emitted or not to be emitted, by `reportKey`. */
	scored: ReadonlyMap<string, ScoredReport>;
	/** The reports that wait for their score, by `reportKey`, and when they were completed. */
	pending: ReadonlyMap<string, number>;
}

export interface PollOptions extends Scope {
	/** How many days after its completion a score may appear and still be noticed. */
	lookbackDays: number;
	emitRescored: boolean;
	/** Whether the filters that the service does not know let a report through. */
	wants(report: ScoreReport): boolean;
}

/** The part of the body of `POST /scores` that a poll sends. */
export interface ScoresFilter {
	completedOnOrAfter: string;
	groupIds?: string[];
}

/**
 * What one poll asks for: everything completed since the window began, with no end, because the service's clock may be
 * ahead. `completedOnOrAfter` alone is right whichever way the specification is meant ("Endpoints", POST /scores, doesn't
 * say whether it returns unscored reports): if it does, a report that waits for its score is seen and holds the window
 * open; if not, its score is noticed when it appears within `lookbackDays` of its completion. A filter on the start
 * would miss long assessments, and `includeIncompleteAssessments` is ignored beside this one.
 */
export function scoresFilter(cursor: Cursor | undefined, now: number, options: PollOptions): ScoresFilter {
	return {
		completedOnOrAfter: new Date(windowStart(cursor, now, options)).toISOString(),
		...(options.groupIds.length > 0 ? { groupIds: [...options.groupIds] } : {}),
	};
}

/**
 * One poll. A poll without a cursor is the first: what is scored by then counts as known.
 *
 * The cursor may be lost as long as nothing was emitted (n8n does not always save it then): the next poll works from
 * the one before, asks for more, and comes to the same.
 *
 * @param results every report that the service returned for `scoresFilter` of the same cursor
 * @param now when the request was begun, ms since the epoch
 * @returns the cursor for the next poll, and what is newly scored, by time of completion
 */
export function step<T extends Result>(
	cursor: Cursor | undefined,
	results: readonly T[],
	now: number,
	options: PollOptions,
): { cursor: Cursor; emitted: T[] } {
	const from = windowStart(cursor, now, options);
	const scored = new Map(cursor?.scored);
	const pending = new Map(cursor?.pending);
	const emitted: Array<{ result: T; completed: number }> = [];

	for (const result of results) {
		const { report } = result;
		const key = reportKey(report.userAssessmentId);
		const known = scored.get(key);
		const completed = instantOf(report.completed);
		if (completed !== undefined && completed < from && !pending.has(key)) continue;
		if (report.status === 'Completed') {
			const fingerprint = fingerprintOf(eventIdOfReport(report));
			const isNew = known === undefined && isScoredSince(cursor, options, completed, pending.has(key));
			const isRescored = known !== undefined && known.fingerprint !== fingerprint && options.emitRescored;
			if ((isNew || isRescored) && options.wants(report)) emitted.push({ result, completed: completed ?? now });
			scored.set(key, { day: dayOf(completed ?? now), fingerprint });
			pending.delete(key);
		} else if (isAwaited(report, known, options)) {
			pending.set(key, completed ?? pending.get(key) ?? Math.max(from, instantOf(report.started) ?? from));
		}
	}

	const next = nextWindowStart(from, pending, now, options);
	return {
		cursor: {
			polledAt: now,
			from: next,
			scope: scopeText(options),
			scored: new Map([...scored].filter(([, { day }]) => day >= dayOf(next))),
			pending: new Map([...pending].filter(([, completed]) => completed >= next)),
		},
		emitted: emitted.sort((left, right) => left.completed - right.completed).map(({ result }) => result),
	};
}

/**
 * Whether the window begins in the future: n8n's clock was far ahead at an earlier poll, or is far behind now. Until it has
 * come there, nothing that is completed can lie in the window.
 */
export function beginsLater({ from }: Cursor, now: number): boolean {
	return from > now;
}

/** The window never grows backwards, whatever the clock or `lookbackDays`: what has left it is no longer remembered. */
function windowStart(cursor: Cursor | undefined, now: number, options: PollOptions): number {
	return cursor?.from ?? lookBack(now, options);
}

function nextWindowStart(
	from: number,
	pending: ReadonlyMap<string, number>,
	now: number,
	options: PollOptions,
): number {
	const regular = lookBack(now, options);
	const oldest = [...pending.values()]
		.filter((completed) => completed >= regular - MAX_PENDING_DAYS * DAY_MS)
		.reduce((left, right) => Math.min(left, right), regular);
	return Math.max(from, oldest);
}

function lookBack(now: number, { lookbackDays }: PollOptions): number {
	return now - lookbackDays * DAY_MS - CLOCK_SKEW_MS;
}

/**
 * Whether a report that was never seen scored can have been scored since the last poll. When more groups are asked for
 * than last time, or another account, what was completed before then may have been scored long ago.
 */
function isScoredSince(
	cursor: Cursor | undefined,
	scope: Scope,
	completed: number | undefined,
	wasPending: boolean,
): boolean {
	if (cursor === undefined) return false;
	if (wasSeen(cursor.scope, scope) || wasPending) return true;
	return completed !== undefined && completed >= cursor.polledAt - CLOCK_SKEW_MS;
}

function isAwaited(report: ScoreReport, known: ScoredReport | undefined, options: PollOptions): boolean {
	const willBeEmitted = (known === undefined || options.emitRescored) && options.wants(report);
	return willBeEmitted && PENDING_STATUSES.includes(report.status ?? '');
}

function dayOf(instant: number): number {
	return Math.min(Math.floor(instant / DAY_MS), LAST_DAY);
}

function instantOf(timestamp: string | null | undefined): number | undefined {
	return timestamp ? parseIsoTimestamp(timestamp) : undefined;
}
