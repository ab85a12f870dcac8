import type { User } from '../../../../nodes/api/specification/values.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The finished but unscored reports that a `completed*` filter returns. The specification leaves that open.
 * - `all`: all of them
 * - `undated`: all of them, but `completed` is null until there is a score
 * - `scored`: none of them
 */
export type Reading = 'all' | 'undated' | 'scored';

/** A user assessment after the person has finished. Times are true time, in ms since the epoch. */
export interface Assessment {
	id: string;
	completedAt: number;
	/** In order of time. From `waitsFrom` until `at`, the report waits for a score again. */
	scores: Array<{ at: number; score: number; waitsFrom?: number }>;
	/** How long until a change shows in responses, ms. */
	appearsLate: number;
}

/** What a response shows at an instant: the score, undefined while it's pending, or null while the person hasn't finished. */
export function scoreAt(assessment: Assessment, instant: number): number | undefined | null {
	const at = instant - assessment.appearsLate;
	if (at < assessment.completedAt) return null;
	const current = assessment.scores.filter((entry) => entry.at <= at).at(-1);
	const waitsAgain = assessment.scores.some(
		({ at: until, waitsFrom }) => waitsFrom !== undefined && waitsFrom <= at && at < until,
	);
	return waitsAgain ? undefined : current?.score;
}

/**
 * The response to POST /scores at an instant.
 *
 * @param from the value of the filter `completedOnOrAfter`
 * @param skew how far the service's clock is ahead of true time, ms
 */
export function answer(
	assessments: readonly Assessment[],
	from: number,
	at: number,
	skew: number,
	reading: Reading,
): User[] {
	return assessments.flatMap((assessment) => {
		const score = scoreAt(assessment, at);
		const completedAt = assessment.completedAt + skew;
		const isHidden = score === null || (score === undefined && reading === 'scored');
		if (isHidden || completedAt < from) return [];
		const report = {
			userAssessmentId: assessment.id,
			status: score === undefined ? 'ScorePending' : 'Completed',
			started: new Date(completedAt - HOUR).toISOString(),
			completed: score === undefined && reading === 'undated' ? null : new Date(completedAt).toISOString(),
			score: score ?? 0,
			placement: null,
		};
		return [{ userId: `user of ${assessment.id}`, scoreReports: [report] }];
	});
}
