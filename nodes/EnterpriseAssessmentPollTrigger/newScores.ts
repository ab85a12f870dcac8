import { parseIsoTimestamp } from '../api/specification/isoTimestamp';
import type { ScoreReport, User } from '../api/specification/types';
import { eventIdOfReport } from '../shared/eventId';
import type { Cursor, PollOptions, Result, ScoredReport } from './cursor';
import { CLOCK_SKEW_MS, DAY_MS } from './cursor';
import { fingerprintOf, reportKey } from './reportKey';
import { scopeText, wasSeen } from './scope';
import type { Window } from './window';
import { isGivenUp, nextWindowStart } from './window';

/** Finished and not scored: specification, "States and transitions". */
const PENDING_STATUSES: readonly string[] = ['ScorePending', 'NeedsReview'];

/** What a poll found out. */
export interface Found {
	/** For the next poll. */
	cursor: Cursor;
	/** The new scores, by time of completion. */
	emitted: Result[];
}

/**
 * Finds what is new in the answer of one poll, report by report: of the others nothing is kept but their keys. A poll
 * without a cursor is the first: what is scored by then counts as known.
 *
 * The cursor may be lost as long as nothing was emitted (n8n does not always save it then): the next poll works from
 * the one before, asks for more, and comes to the same.
 */
export class NewScores {
	readonly #before: Cursor | undefined;
	readonly #now: number;
	readonly #options: PollOptions;
	readonly #window: Window;
	readonly #scored: Map<string, ScoredReport>;
	readonly #pending: Map<string, number>;
	readonly #emitted: Array<Result & { completed: number }> = [];

	/**
	 * @param now when the request was begun, ms since the epoch
	 * @param window of the same cursor
	 */
	constructor(cursor: Cursor | undefined, now: number, options: PollOptions, window: Window) {
		this.#before = cursor;
		this.#now = now;
		this.#options = options;
		this.#window = window;
		this.#scored = new Map(cursor?.scored);
		this.#pending = new Map(cursor?.pending);
	}

	/** Every report that the service returned has to come by, in its order. */
	take(user: User, report: ScoreReport): void {
		const key = reportKey(report.userAssessmentId);
		const completed = instantOf(report.completed);
		if (this.#isBeforeWindow(completed) && !this.#pending.has(key)) return;
		const known = this.#scored.get(key);
		if (report.status === 'Completed') {
			const fingerprint = fingerprintOf(eventIdOfReport(report));
			const isNew = known === undefined && this.#wasScoredSince(key, completed);
			const hasChanged = known !== undefined && known.fingerprint !== fingerprint && this.#options.emitRescored;
			const instant = completed ?? this.#now;
			if ((isNew || hasChanged) && this.#options.wants(report))
				this.#emitted.push({ user, report, completed: instant });
			this.#scored.set(key, { day: dayOf(instant), fingerprint });
			this.#pending.delete(key);
		} else if (this.#isAwaited(report, known)) {
			const atLatest = instantOf(report.started) ?? this.#window.from;
			this.#pending.set(key, completed ?? this.#pending.get(key) ?? atLatest);
		}
	}

	result(): Found {
		const from = nextWindowStart(this.#window, this.#now, this.#options);
		for (const [key, completed] of this.#pending) {
			if (isGivenUp(completed, this.#now, this.#options)) this.#pending.delete(key);
		}
		for (const [key, { day }] of this.#scored) {
			if (day < dayOf(from) && !this.#pending.has(key)) this.#scored.delete(key);
		}
		return {
			cursor: {
				polledAt: this.#now,
				from,
				pollsInWindow: this.#window.pollsInWindow,
				scope: scopeText(this.#options),
				scored: this.#scored,
				pending: this.#pending,
			},
			emitted: this.#emitted
				.sort((left, right) => left.completed - right.completed)
				.map(({ user, report }) => ({ user, report })),
		};
	}

	/**
	 * A report that does not say when it was completed counts as in the window, unless this poll asks for more than that: the
	 * next one will tell.
	 */
	#isBeforeWindow(completed: number | undefined): boolean {
		const { from, askFrom } = this.#window;
		return completed === undefined ? askFrom < from : completed < from;
	}

	/**
	 * Whether a score that no poll has seen yet can have appeared since the last poll. When more groups are asked for than
	 * last time, or another account, what was completed before the last poll may have had its score long ago.
	 */
	#wasScoredSince(key: string, completed: number | undefined): boolean {
		const before = this.#before;
		if (before === undefined) return false;
		if (wasSeen(before.scope, this.#options) || this.#pending.has(key)) return true;
		return completed !== undefined && completed >= before.polledAt - CLOCK_SKEW_MS;
	}

	#isAwaited(report: ScoreReport, known: ScoredReport | undefined): boolean {
		if (!PENDING_STATUSES.includes(report.status ?? '')) return false;
		return (known === undefined || this.#options.emitRescored) && this.#options.wants(report);
	}
}

function dayOf(instant: number): number {
	return Math.floor(instant / DAY_MS);
}

function instantOf(timestamp: string | null | undefined): number | undefined {
	return timestamp ? parseIsoTimestamp(timestamp) : undefined;
}
