import { idKey, parseIsoTimestamp } from '../api/specification/formats';
import { isRecord } from '../api/specification/responses';
import type { ScoreReport, User } from '../api/specification/types';
import { eventIdOfReport } from '../shared/scoreReports';

// What a poll makes of the scores that it reads, and what it remembers of them. Instants are ms since the epoch.

export const DAY_MS = 86_400_000;

/** How far n8n's clock and the service's can be apart. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** How long after the window a report that was seen waiting for its score is looked for. It may never get one. */
const MAX_WAITING_MS = 90 * DAY_MS;

/** Such reports are looked for by the first poll of each quarter of a day (UTC). */
const FAR_LOOK_MS = DAY_MS / 4;

/** Finished and not scored (specification: Statuses). */
const WAITING_STATUSES: readonly string[] = ['ScorePending', 'NeedsReview'];

export interface PollOptions {
	/** The account, as far as it can be told: the service's address and the entry of the credentials. */
	account: string;
	/** Empty: all users. */
	groupIds: readonly string[];
	/** How many days after its completion a score can appear and still be noticed. */
	lookbackDays: number;
	/** Whether to return a score again after it changes. */
	emitRescored: boolean;
	/** Whether the filters that the service doesn't know let a report through. */
	wants: (report: ScoreReport) => boolean;
}

/** Which scores a poll looks at. */
type Scope = Pick<PollOptions, 'account' | 'groupIds'>;

/** What is remembered of one score report. */
export interface Known {
	/** When the person finished, or an earlier time where that isn't known. */
	completed: number;
	/**
	 * The beginning of the event ID of its last score where changed scores are wanted, else true; null before the first score.
	 * The ID is a hash, but there are so few scores that trying each one reveals it, and n8n stores this unencrypted.
	 */
	result: string | true | null;
	/** Whether it waits for a score that will be returned. */
	waits: boolean;
}

/** What a poll leaves for the next, as n8n stores it. */
export interface Cursor extends Scope {
	version: 1;
	/** When the poll began, by n8n's clock. */
	polledAt: number;
	/** Reports completed before are no longer remembered. */
	from: number;
	/** The reports of that window, and those that were seen waiting for their score, by `idKey`. */
	known: Readonly<Record<string, Known>>;
}

/** Only this node writes it, so that its version says enough. */
export function isCursor(value: unknown): value is Cursor {
	return isRecord(value) && value.version === 1;
}

export interface UserReport {
	user: User;
	report: ScoreReport;
}

/** What a poll keeps of one score report: little, unless its score is new. */
export interface Seen {
	/** As `idKey` writes it. */
	id: string;
	known: Known;
	news?: UserReport;
}

/** Whether a poll can go on from a cursor. After a long pause, a different account would return every score since then. */
export function goesOnFrom(cursor: Cursor, { account, lookbackDays }: PollOptions, now: number): boolean {
	return cursor.account === account || now - cursor.polledAt <= lookbackDays * DAY_MS;
}

/** Since when a poll asks for reports: at times from before its window on, to look for those that wait from then. */
export function asksFrom(cursor: Cursor | undefined, now: number, options: PollOptions): number {
	const from = windowFrom(cursor, now, options);
	if (cursor === undefined || isLowered(cursor, options)) return from;
	const isFarLook = Math.floor(now / FAR_LOOK_MS) !== Math.floor(cursor.polledAt / FAR_LOOK_MS);
	const waiting = Object.values(cursor.known).filter(({ waits }) => waits && isFarLook);
	return waiting.reduce((earliest, { completed }) => Math.min(earliest, completed), from);
}

/**
 * Where the window of a poll begins: Lookback Days before the last poll, however long ago that was. If Lookback Days was
 * lowered, it counts from now instead, so that an account that is too large to be read after a long pause can be published.
 */
function windowFrom(cursor: Cursor | undefined, now: number, options: PollOptions): number {
	const isFresh = cursor === undefined || isLowered(cursor, options);
	// n8n's clock may have been set back.
	return lookBack(isFresh ? now : Math.min(now, cursor.polledAt), options);
}

/** Whether Lookback Days is lower than at the last poll. */
function isLowered(cursor: Cursor, options: PollOptions): boolean {
	return cursor.from < lookBack(cursor.polledAt, options);
}

function lookBack(instant: number, { lookbackDays }: PollOptions): number {
	return instant - lookbackDays * DAY_MS - CLOCK_SKEW_MS;
}

/** Whether a poll that looked at `before` saw everything that one of this scope looks at. */
function wasInSight(before: Scope, { account, groupIds }: Scope): boolean {
	const hasAllGroups = groupIds.length > 0 && groupIds.every((id) => before.groupIds.includes(id));
	return account === before.account && (before.groupIds.length === 0 || hasAllGroups);
}

/**
 * The function that looks at the users of a poll's answer, one at a time.
 *
 * @param before undefined for the first poll, which counts all scores as known
 * @param now when the request was begun
 */
export function lookAt(before: Cursor | undefined, now: number, options: PollOptions): (user: User) => Seen[] {
	const from = windowFrom(before, now, options);
	/** Whether the answer has reports from before the window as well. */
	const isFarLook = asksFrom(before, now, options) < from;
	const remembered = new Map(Object.entries(before?.known ?? {}));

	/** Whether a score can have appeared since the last poll, or differs from then. */
	function isNew(known: Known | undefined, result: string | true, completed: number | undefined): boolean {
		// A score known from before 'Include Changed Scores' was turned on can't be compared: its next change counts.
		const isComparable = known?.result !== true && result !== true;
		if (known !== undefined) return known.result === null || (isComparable && known.result !== result);
		if (before === undefined) return false;
		// Reports that come into sight after Lookback Days was raised, or with other groups or another account, may have been
		// scored long ago.
		if (completed !== undefined && completed < before.from) return false;
		return wasInSight(before, options) || (completed ?? 0) >= before.polledAt - CLOCK_SKEW_MS;
	}

	function see(user: User, report: ScoreReport): Seen[] {
		const id = idKey(report.userAssessmentId);
		const known = remembered.get(id);
		const started = parseIsoTimestamp(report.started);
		const completed = parseIsoTimestamp(report.completed);
		// A waiting report may lack its completion. If it was started before the window, a poll without a far look will tell.
		const isOld = completed === undefined ? isFarLook && (started ?? 0) < from : completed < from;
		if (isOld && known?.waits !== true) return [];
		const isWanted = options.wants(report);
		if (report.status === 'Completed') {
			const result = options.emitRescored ? eventIdOfReport(report).slice(0, 8) : true;
			const seen: Seen = { id, known: { completed: completed ?? now, result, waits: false } };
			return [isWanted && isNew(known, result, completed) ? { ...seen, news: { user, report } } : seen];
		}
		if (!isWanted || !WAITING_STATUSES.includes(report.status ?? '')) return [];
		const result = known?.result ?? null;
		const waits = result === null || options.emitRescored;
		return [{ id, known: { completed: completed ?? known?.completed ?? started ?? from, result, waits } }];
	}

	return (user) => user.scoreReports.flatMap((report) => see(user, report));
}

/**
 * The new scores of a poll by time of completion, and what the next poll has to know.
 *
 * n8n can lose the cursor of a poll that found nothing: the next one works from the cursor before, asks for more, and comes
 * to the same.
 *
 * @param seen by `lookAt` with the same arguments, in the service's order
 */
export function step(
	before: Cursor | undefined,
	seen: readonly Seen[],
	now: number,
	options: PollOptions,
): { found: UserReport[]; cursor: Cursor } {
	const { account, groupIds, emitRescored } = options;
	const from = Math.max(windowFrom(before, now, options), lookBack(now, options));
	const known = new Map(Object.entries(before?.known ?? {}));
	// An answer may have a report twice.
	const found = new Map<string, UserReport>();
	for (const { id, known: latest, news } of seen) {
		known.set(id, latest);
		if (news !== undefined && !found.has(id)) found.set(id, news);
	}
	for (const [id, { completed, result, waits }] of known) {
		if (completed < (waits ? from - MAX_WAITING_MS : from)) known.delete(id);
		else if (typeof result === 'string' && !emitRescored) known.set(id, { completed, result: true, waits });
	}
	return {
		found: [...found.values()].sort((one, other) => completedAt(one) - completedAt(other)),
		cursor: { version: 1, account, groupIds, polledAt: now, from, known: Object.fromEntries(known) },
	};
}

/** When the person finished; 0 where that can't be read. */
export function completedAt({ report }: UserReport): number {
	return parseIsoTimestamp(report.completed) ?? 0;
}
