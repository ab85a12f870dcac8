import { isRecord } from '../api/specification/responses';
import { DAY_MS, idKey, parseIsoTimestamp, type ScoreReport, type User, stageOf } from '../api/specification/values';
import { completedMs, eventIdOfReport, SCORED_EVENT } from '../shared/scoreReports';

// This file finds out which scores are new, and what the next poll needs to know. All times are ms since the epoch.

/** The clocks of n8n and the service may differ by this much. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** How long to look for an unscored report after it leaves the window: it may never get a score. Twice as long if no poll has looked. */
const MAX_WAITING_MS = 90 * DAY_MS;

export interface PollOptions {
	/** The Service Address and the ID of the credentials. The API key isn't part of it, because it can change. */
	account: string;
	/** The groups as the user entered them, and their IDs. An empty list means all users. */
	groups: readonly string[];
	groupIds: readonly string[];
	lookbackDays: number;
	emitRescored: boolean;
	/** Whether the poll also looks for unscored reports before its window. */
	looksFar: boolean;
	/** Applies the filters that the service doesn't have. */
	wants: (report: ScoreReport) => boolean;
}

/** The part of a score report that the cursor stores. */
interface Known {
	/** When the person finished. If that's unknown, when a poll saw the score, or before there is one, an earlier time. */
	completed: number;
	/**
	 * Null before the first score. If changed scores are returned, it's the beginning of the score's event ID. Otherwise it's just
	 * `true`, because n8n stores the cursor unencrypted, and anyone could find a hashed score by trying all scores.
	 */
	result: string | true | null;
	/** Whether the report waits for a score that will be returned. */
	waits: boolean;
}

/** The state that one poll stores for the next, in n8n's static data. */
export interface Cursor extends Pick<PollOptions, 'account' | 'groups' | 'groupIds'> {
	version: 1;
	/** When the poll began, by n8n's clock. */
	polledAt: number;
	/** Lookback Days before `polledAt`. Reports completed earlier are forgotten, unless they wait for a score. */
	from: number;
	/** The reports that polls have seen, by `idKey`. */
	known: Readonly<Record<string, Known>>;
}

/** A different version of the node may have stored something else. */
export function isCursor(value: unknown): value is Cursor {
	return isRecord(value) && value.version === 1;
}

export interface UserReport {
	user: User;
	report: ScoreReport;
}

/** A score report as a poll reads it. The user is only included if the score is new. */
interface Seen {
	id: string;
	known: Known;
	news?: UserReport;
}

/** A poll reads the reports completed since `from` (the window), or since `requestFrom` if it looks for earlier ones that wait. */
function windowOf(latest: Cursor | undefined, now: number, { account, lookbackDays, looksFar }: PollOptions) {
	// If the account changed during a long pause, all scores would count as new. No score is new for a poll without a previous one.
	const hasPaused = latest !== undefined && now - latest.polledAt > lookbackDays * DAY_MS;
	const previous = hasPaused && latest.account !== account ? undefined : latest;
	// `previous.from` tells Lookback Days at that time. If they were lowered since, because polls took too long, only the new window is read.
	const coversLast = previous !== undefined && previous.from >= lookBack(previous.polledAt, lookbackDays);
	// Lookback Days before the last poll, however long ago that was.
	const from = lookBack(coversLast ? previous.polledAt : now, lookbackDays);
	const known = coversLast && looksFar ? Object.values(previous.known) : [];
	const awaited = known.filter(({ waits }) => waits);
	return { previous, from, requestFrom: awaited.reduce((earliest, one) => Math.min(earliest, one.completed), from) };
}

const lookBack = (instant: number, days: number): number => instant - days * DAY_MS - CLOCK_SKEW_MS;

/** One poll: finds the new scores in a response, and makes the cursor for the next poll. `now` is when the request begins. */
export function beginPoll(latest: Cursor | undefined, now: number, options: PollOptions) {
	const { account, groups, groupIds, emitRescored, wants } = options;
	const { previous, from, requestFrom } = windowOf(latest, now, options);
	const remembered = new Map(Object.entries(previous?.known ?? {}));
	const hadAllGroups = groupIds.length > 0 && groupIds.every((id) => previous?.groupIds.includes(id));
	/** Whether the last poll could see every report that this one sees. */
	const sawAll = account === previous?.account && (previous.groupIds.length === 0 || hadAllGroups);

	/** Whether a report is from before the window. Without a completion time, it may be if the poll looks further back, so its start decides. */
	function isOld(completed: number | undefined, began: number): boolean {
		return completed === undefined ? requestFrom < from && began < from : completed < from;
	}

	function seeReport(user: User, report: ScoreReport): Seen[] {
		const id = idKey(report.userAssessmentId);
		const earlier = remembered.get(id);
		const started = parseIsoTimestamp(report.started);
		const completed = parseIsoTimestamp(report.completed);
		// Of old reports, only those that wait count. An unknown one is left until it has a completion time.
		if (isOld(completed, earlier?.completed ?? started ?? 0) && earlier?.waits !== true) return [];
		const isWanted = wants(report);
		if (report.status === 'Completed') {
			const result = emitRescored ? eventIdOfReport(SCORED_EVENT, report).slice(0, 8) : true;
			const known: Known = { completed: completed ?? now, result, waits: false };
			return [{ id, known, news: isWanted && isNew(earlier, result, completed) ? { user, report } : undefined }];
		}
		if (!isWanted || stageOf(report.status) !== 'waiting') return [];
		const result = earlier?.result ?? null;
		const waits = result === null || emitRescored;
		return [{ id, known: { completed: completed ?? earlier?.completed ?? started ?? from, result, waits } }];
	}

	/** Whether a score is new: no earlier poll saw it, or the report was waiting for it, or it changed. */
	function isNew(earlier: Known | undefined, result: string | true, completed: number | undefined): boolean {
		// A score from before 'Include Changed Scores' was turned on can't be compared, so only its next change counts.
		const isComparable = earlier?.result !== true && result !== true;
		if (earlier !== undefined) return earlier.result === null || (isComparable && earlier.result !== result);
		// The first poll only takes note.
		if (previous === undefined) return false;
		// A report that the last poll couldn't see, because of Lookback Days, groups or account, may have been scored long ago.
		if (completed !== undefined && completed < previous.from) return false;
		return sawAll || (completed ?? 0) >= previous.polledAt - CLOCK_SKEW_MS;
	}

	/** Looks at one user of the response, so that only what later polls need is kept. */
	const see = (user: User) => user.scoreReports.flatMap((report) => seeReport(user, report));

	/** Returns the new scores by completion time, and the next cursor. `all` is what `see` returned, in the service's order. */
	function finish(all: readonly Seen[]) {
		const nextFrom = lookBack(now, options.lookbackDays);
		const reports = new Map(remembered);
		// A response can contain a report twice.
		const found = new Map<string, UserReport>();
		for (const { id, known, news } of all) {
			reports.set(id, known);
			if (news !== undefined && !found.has(id)) found.set(id, news);
		}
		for (const [id, { completed, result, waits }] of reports) {
			// This poll hasn't looked for reports from before requestFrom. They may have a score by now, so they're kept longer.
			const waitingMs = completed < requestFrom ? 2 * MAX_WAITING_MS : MAX_WAITING_MS;
			if (completed < nextFrom - (waits ? waitingMs : 0)) reports.delete(id);
			else if (typeof result === 'string' && !emitRescored) reports.set(id, { completed, result: true, waits });
		}
		const known = Object.fromEntries(reports);
		const cursor: Cursor = { version: 1, account, groups, groupIds, polledAt: now, from: nextFrom, known };
		const inOrder = [...found.values()].sort(
			(one, other) => completedMs(one.report.completed) - completedMs(other.report.completed),
		);
		return { found: inOrder, cursor };
	}

	return { requestFrom, see, finish };
}
