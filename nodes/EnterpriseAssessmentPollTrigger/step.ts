import { idKey, isRecord, parseIsoTimestamp } from '../api/specification/responses';
import type { ScoreReport, User } from '../api/specification/types';
import { eventIdOfReport } from '../shared/scoreReports';

// Which scores are new, and what the next poll has to know. All times are ms since the epoch.

export const DAY_MS = 86_400_000;

/** The clocks of n8n and the service may differ by this much. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** A report that a poll has seen waiting for its score may never get one: it's looked for this long after it leaves the window. */
const MAX_WAITING_MS = 90 * DAY_MS;

/** The first poll of each quarter of a day (UTC) looks for such reports. */
const FAR_LOOK_MS = DAY_MS / 4;

/** Finished and not scored (specification: Statuses). */
const WAITING_STATUSES: readonly string[] = ['ScorePending', 'NeedsReview'];

export interface PollOptions {
	/** The Service Address and the ID of the credentials, whose API key can change. */
	account: string;
	/** An empty list means all users. */
	groupIds: readonly string[];
	/** How many days after an assessment is completed its score can appear and still be found. */
	lookbackDays: number;
	/** Whether to return a score again after it changes. */
	emitRescored: boolean;
	/** Whether the poll can look for waiting reports before its window. Their answer can be too large to be read in time. */
	looksFar: boolean;
	/** The filters that the service doesn't have. */
	wants: (report: ScoreReport) => boolean;
}

/** The reports that a poll can see. */
type Scope = Pick<PollOptions, 'account' | 'groupIds'>;

/** A score report as the cursor keeps it. */
interface Known {
	/** When the person finished, or an earlier time if that isn't known. */
	completed: number;
	/**
	 * Null before the first score. If changed scores are wanted, the beginning of the score's event ID, else true: n8n stores the
	 * cursor unencrypted, and a score can be guessed from its hash by trying them all.
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
	/** The beginning of the window: reports completed earlier are forgotten, unless they wait. */
	from: number;
	/** By `idKey`. */
	known: Readonly<Record<string, Known>>;
}

/** With a damaged cursor, every poll would fail. */
export function isCursor(value: unknown): value is Cursor {
	if (!isRecord(value) || value.version !== 1) return false;
	const { groupIds, polledAt, from, known } = value;
	return Array.isArray(groupIds) && Number.isFinite(polledAt) && Number.isFinite(from) && isRecord(known);
}

export interface UserReport {
	user: User;
	report: ScoreReport;
}

/** A score report as a poll reads it: without the user, unless its score is new. */
export interface Seen {
	id: string;
	known: Known;
	news?: UserReport;
}

/** Whether a poll can continue from a cursor. After a long pause, a different account would return every score since then. */
export function canContinue(cursor: Cursor | undefined, now: number, options: PollOptions): cursor is Cursor {
	if (cursor === undefined) return false;
	return cursor.account === options.account || now - cursor.polledAt <= options.lookbackDays * DAY_MS;
}

/**
 * The beginning of a poll's window: Lookback Days before the last poll, however long ago that was. `asksFrom` is earlier if the
 * poll also looks for waiting reports.
 */
export function windowOf(before: Cursor | undefined, now: number, options: PollOptions) {
	const isLowered = before !== undefined && before.from < lookBack(before.polledAt, options);
	if (before === undefined || isLowered) {
		// If Lookback Days was lowered, the last poll doesn't count: after a long pause, its window may be too large to be read.
		const from = lookBack(now, options);
		return { from, asksFrom: from };
	}
	// n8n's clock may have been set back.
	const from = lookBack(Math.min(now, before.polledAt), options);
	const isFarLook = options.looksFar && Math.floor(now / FAR_LOOK_MS) !== Math.floor(before.polledAt / FAR_LOOK_MS);
	const awaited = Object.values(before.known).filter(({ waits }) => isFarLook && waits);
	return { from, asksFrom: awaited.reduce((earliest, { completed }) => Math.min(earliest, completed), from) };
}

function lookBack(instant: number, { lookbackDays }: PollOptions): number {
	return instant - lookbackDays * DAY_MS - CLOCK_SKEW_MS;
}

/** Whether a poll of one scope saw every report that a poll of the other sees. */
function includes(one: Scope, { account, groupIds }: Scope): boolean {
	const hasAllGroups = groupIds.length > 0 && groupIds.every((id) => one.groupIds.includes(id));
	return account === one.account && (one.groupIds.length === 0 || hasAllGroups);
}

/**
 * Makes the function that looks at the users of a poll's answer, one at a time.
 *
 * @param before undefined for the first poll, for which no score is new
 * @param now when the request began
 */
export function lookAt(before: Cursor | undefined, now: number, options: PollOptions): (user: User) => Seen[] {
	const { from, asksFrom } = windowOf(before, now, options);
	const remembered = new Map(Object.entries(before?.known ?? {}));

	function isNew(known: Known | undefined, result: string | true, completed: number | undefined): boolean {
		// A score from before 'Include Changed Scores' was turned on can't be compared, so its next change counts.
		const isComparable = known?.result !== true && result !== true;
		if (known !== undefined) return known.result === null || (isComparable && known.result !== result);
		if (before === undefined) return false;
		// A report that the last poll couldn't see, because of Lookback Days, groups or account, may have been scored long ago.
		if (completed !== undefined && completed < before.from) return false;
		return includes(before, options) || (completed ?? 0) >= before.polledAt - CLOCK_SKEW_MS;
	}

	function see(user: User, report: ScoreReport): Seen[] {
		const id = idKey(report.userAssessmentId);
		const known = remembered.get(id);
		const started = parseIsoTimestamp(report.started);
		const completed = parseIsoTimestamp(report.completed);
		// A waiting report may have no completion time. A far look also returns old ones, and the next poll tells them apart.
		const isOld = completed === undefined ? asksFrom < from && (started ?? 0) < from : completed < from;
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
 * The new scores of a poll by time of completion, and the cursor for the next. n8n can lose the cursor of a poll without new
 * scores: the next poll then continues from the cursor before, asks for more, and finds the same.
 *
 * @param seen by `lookAt` with the same arguments, in the service's order
 */
export function step(before: Cursor | undefined, seen: readonly Seen[], now: number, options: PollOptions) {
	const { account, groupIds, emitRescored } = options;
	const from = lookBack(now, options);
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
	const cursor: Cursor = { version: 1, account, groupIds, polledAt: now, from, known: Object.fromEntries(known) };
	return { found: [...found.values()].sort((one, other) => completedAt(one) - completedAt(other)), cursor };
}

/** 0 if the time can't be read. */
export function completedAt({ report }: UserReport): number {
	return parseIsoTimestamp(report.completed) ?? 0;
}
