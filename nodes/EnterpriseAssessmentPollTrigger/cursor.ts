import { idKey } from '../api/specification/ids';
import { isRecord } from '../api/specification/isRecord';
import { parseIsoTimestamp } from '../api/specification/isoTimestamp';
import type { ScoreReport, User } from '../api/specification/types';
import { eventIdOfReport } from '../shared/scoreReports';

export const DAY_MS = 86_400_000;

/** How far n8n's clock and the service's may be apart. */
const CLOCK_SKEW_MS = 10 * 60_000;

/** How long after the window a report that was seen waiting for its score is looked for. It may never get one. */
const MAX_WAITING_MS = 90 * DAY_MS;

/** Reports that wait from before the window are looked for by the first poll of each quarter of a day (UTC). */
const FAR_LOOK_MS = DAY_MS / 4;

/** Finished and not scored: specification, "States and transitions". */
const WAITING_STATUSES: readonly string[] = ['ScorePending', 'NeedsReview'];

/** Which scores a poll looks at. */
interface Scope {
	/** The account, as far as it can be told: the service's address and the entry of the credentials. */
	account: string;
	/** Empty: all users. */
	groupIds: readonly string[];
}

export interface PollOptions extends Scope {
	/** How many days after its completion a score may appear and still be noticed. */
	lookbackDays: number;
	/** Whether a score that changes is given again. */
	emitRescored: boolean;
	/** Whether the filters that the service does not know let a report through. */
	wants(report: ScoreReport): boolean;
}

/** One score report and whose it is. */
export interface UserReport {
	user: User;
	report: ScoreReport;
}

/** What is remembered of one score report. */
interface Known {
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

/** Whether a poll goes on from a cursor. After a long pause, another account would give the scores of all that time. */
export function goesOnFrom(cursor: Cursor, { account, lookbackDays }: PollOptions, now: number): boolean {
	return cursor.account === account || now - cursor.polledAt <= lookbackDays * DAY_MS;
}

/** Since when a poll asks for reports: from before its window on where those that wait from then are looked for as well. */
export function asksFrom(cursor: Cursor | undefined, now: number, options: PollOptions): number {
	if (cursor === undefined) return lookBack(now, options);
	const { from, polledAt, known } = cursor;
	const isFarLook = Math.floor(now / FAR_LOOK_MS) !== Math.floor(polledAt / FAR_LOOK_MS);
	const waiting = Object.values(known).filter(({ waits }) => waits && isFarLook);
	return waiting.reduce((earliest, { completed }) => Math.min(earliest, completed), from);
}

/**
 * Finds what is new in the answer of one poll, report by report. A poll without a cursor is the first: what is scored by
 * then counts as known.
 *
 * n8n may lose the cursor of a poll that gave nothing: the next one works from the cursor before, asks for more, and comes
 * to the same.
 */
export class NewScores {
	readonly #before: Cursor | undefined;
	readonly #now: number;
	readonly #options: PollOptions;
	/** Where the window begins: everything completed since then may be new. */
	readonly #from: number;
	/** Whether the answer brings up reports from before the window as well. */
	readonly #isFarLook: boolean;
	readonly #known: Map<string, Known>;
	readonly #found: UserReport[] = [];

	/** @param now when the request was begun, ms since the epoch */
	constructor(cursor: Cursor | undefined, now: number, options: PollOptions) {
		this.#before = cursor;
		this.#now = now;
		this.#options = options;
		this.#from = cursor?.from ?? lookBack(now, options);
		this.#isFarLook = asksFrom(cursor, now, options) < this.#from;
		this.#known = new Map(Object.entries(cursor?.known ?? {}));
	}

	/** Everybody whom the service returned has to come by, in its order. */
	take(user: User): void {
		for (const report of user.scoreReports) this.#takeReport(user, report);
	}

	#takeReport(user: User, report: ScoreReport): void {
		const id = idKey(report.userAssessmentId);
		const known = this.#known.get(id);
		const started = parseIsoTimestamp(report.started);
		const completed = parseIsoTimestamp(report.completed);
		// What waits may not say when it was completed. If it was started before the window, a poll without a far look will tell.
		const isOld = completed === undefined ? this.#isFarLook && (started ?? 0) < this.#from : completed < this.#from;
		if (isOld && known?.waits !== true) return;
		const wanted = this.#options.wants(report);
		if (report.status === 'Completed') {
			const result = eventIdOfReport(report).slice(0, 8);
			if (wanted && this.#isNew(known, result, completed)) this.#found.push({ user, report });
			this.#known.set(id, { completed: completed ?? this.#now, result, waits: false });
		} else if (wanted && WAITING_STATUSES.includes(report.status ?? '')) {
			const result = known?.result ?? null;
			const earliest = known?.completed ?? started ?? this.#from;
			const waits = result === null || this.#options.emitRescored;
			this.#known.set(id, { completed: completed ?? earliest, result, waits });
		}
	}

	/** The new scores by time of completion, and what the next poll has to know. */
	result(): { found: UserReport[]; cursor: Cursor } {
		const { account, groupIds } = this.#options;
		const next = Math.max(this.#from, lookBack(this.#now, this.#options));
		for (const [id, { completed, waits }] of this.#known) {
			if (completed < (waits ? next - MAX_WAITING_MS : next)) this.#known.delete(id);
		}
		const known = Object.fromEntries(this.#known);
		return {
			found: this.#found.sort((left, right) => completedAt(left) - completedAt(right)),
			cursor: { version: 1, account, groupIds, polledAt: this.#now, from: next, known },
		};
	}

	/** Whether a score can have appeared since the last poll, or is another one than then. */
	#isNew(known: Known | undefined, result: string, completed: number | undefined): boolean {
		if (known !== undefined) return known.result === null || (this.#options.emitRescored && known.result !== result);
		const before = this.#before;
		if (before === undefined) return false;
		// What comes in sight with more groups or another account may have had its score long ago.
		return wasInSight(before, this.#options) || (completed ?? 0) >= before.polledAt - CLOCK_SKEW_MS;
	}
}

function lookBack(now: number, { lookbackDays }: PollOptions): number {
	return now - lookbackDays * DAY_MS - CLOCK_SKEW_MS;
}

/** Whether a poll that looked at `before` saw everything that one of this scope looks at. */
function wasInSight(before: Scope, { account, groupIds }: Scope): boolean {
	if (account !== before.account) return false;
	if (before.groupIds.length === 0) return true;
	return groupIds.length > 0 && groupIds.every((id) => before.groupIds.includes(id));
}

/** When the person finished, ms since the epoch; 0 where that can't be read. */
export function completedAt({ report }: UserReport): number {
	return parseIsoTimestamp(report.completed) ?? 0;
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
