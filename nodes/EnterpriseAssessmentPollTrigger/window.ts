import type { Cursor, PollOptions } from './cursor';
import { CLOCK_SKEW_MS, DAY_MS } from './cursor';

/** How long after the window a report that was seen waiting for its score is still looked for. It may never get one. */
export const MAX_PENDING_DAYS = 90;

/** What one poll looks at. Instants are milliseconds since the epoch. */
export interface Window {
	/** Everything completed since then may be new. */
	from: number;
	/** From where on reports are asked for: before `from` when reports from before it that wait are looked for as well. */
	askFrom: number;
	/** Of the cursor that this poll leaves. */
	pollsInWindow: number;
}

/**
 * The window of a poll: from where the last one left it.
 *
 * A report that waits for its score can fall behind the window, and stay there for months. It is looked for from time to
 * time only: when the polls since the last time have read, together, as many days as it lies behind. So a poll reads less
 * than two windows on average, however often n8n polls.
 *
 * @param cursor undefined for the first poll
 */
export function windowOf(cursor: Cursor | undefined, now: number, options: PollOptions): Window {
	const from = cursor?.from ?? lookBack(now, options);
	const oldest = earliest(from, cursor?.pending.values() ?? []);
	const polls = cursor?.pollsInWindow ?? 0;
	const isDue = polls * options.lookbackDays * DAY_MS >= from - oldest;
	return { from, askFrom: isDue ? oldest : from, pollsInWindow: isDue ? 0 : polls + 1 };
}

/** Where the next window begins; it never moves back, whatever the clock or `lookbackDays`. */
export function nextWindowStart({ from }: Window, now: number, options: PollOptions): number {
	return Math.max(from, lookBack(now, options));
}

/** Whether a report that was completed then, and waits for its score, is given up. */
export function isGivenUp(completed: number, now: number, options: PollOptions): boolean {
	return completed < lookBack(now, options) - MAX_PENDING_DAYS * DAY_MS;
}

/**
 * Whether the window begins in the future: n8n's clock was far ahead at an earlier poll, or is far behind now. Until it has
 * come there, nothing that is completed can lie in the window.
 */
export function beginsLater({ from }: Cursor, now: number): boolean {
	return from > now;
}

/** The part of the body of `POST /scores` that a poll sends. */
export interface ScoresFilter {
	completedOnOrAfter: string;
	groupIds?: string[];
}

/**
 * What one poll asks for: everything completed since then, with no end, because the service's clock may be ahead.
 * `completedOnOrAfter` alone is right whichever way the specification is meant ("Endpoints", POST /scores, doesn't say
 * whether it returns unscored reports): if it does, a report is seen waiting and looked for until it has its score; if not,
 * the score is noticed when it appears within `lookbackDays` of its completion. A filter on the start would miss long
 * assessments, and `includeIncompleteAssessments` is ignored beside this one.
 */
export function scoresFilter({ askFrom }: Window, { groupIds }: PollOptions): ScoresFilter {
	return {
		completedOnOrAfter: new Date(askFrom).toISOString(),
		...(groupIds.length > 0 ? { groupIds: [...groupIds] } : {}),
	};
}

function lookBack(now: number, { lookbackDays }: PollOptions): number {
	return now - lookbackDays * DAY_MS - CLOCK_SKEW_MS;
}

function earliest(instant: number, others: Iterable<number>): number {
	let result = instant;
	for (const other of others) result = Math.min(result, other);
	return result;
}
