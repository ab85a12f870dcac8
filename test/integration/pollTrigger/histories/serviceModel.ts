import type { User } from '../../../../nodes/api/specification/types.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * How the service may interpret a `completed*` filter, which the specification doesn't define:
 * - `all`: it returns finished reports that are not scored too;
 * - `undated`: the same, but `completed` is null until there is a score;
 * - `scored`: it returns none of them.
 */
export type Reading = 'all' | 'undated' | 'scored';

/** One user assessment after it has ended. All times are true time, ms since the epoch. */
export interface Assessment {
	id: string;
	completedAt: number;
	/** In order of time. */
	scores: Array<{ at: number; score: number; /** It waits again from here until `at`. */ waitsFrom?: number }>;
	/** How long until a change shows in responses, ms. */
	appearsLate: number;
}

/** The contents of a response at an instant: a score, undefined while the score is pending, or null before the end is visible. */
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
		if (score === null || assessment.completedAt + skew < from) return [];
		if (score === undefined && reading === 'scored') return [];
		return [userOf(assessment, score, skew, reading)];
	});
}

function userOf(assessment: Assessment, score: number | undefined, skew: number, reading: Reading): User {
	const isUndated = score === undefined && reading === 'undated';
	const report = {
		userAssessmentId: assessment.id,
		status: score === undefined ? 'ScorePending' : 'Completed',
		started: new Date(assessment.completedAt + skew - HOUR).toISOString(),
		completed: isUndated ? null : new Date(assessment.completedAt + skew).toISOString(),
		score: score ?? 0,
		placement: null,
	};
	return { userId: `user of ${assessment.id}`, scoreReports: [report] };
}
