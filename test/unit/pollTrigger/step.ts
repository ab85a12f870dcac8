import type { Cursor, PollOptions, Result } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { NewScores } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import type { Found } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import { readCursor, writeCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts';
import { scoresFilter, windowOf } from '../../../nodes/EnterpriseAssessmentPollTrigger/window.ts';
import type { ScoreReport } from '../../../nodes/api/specification/types.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const NOW = Date.UTC(2026, 10, 21, 12);

export const WEEK: PollOptions = {
	lookbackDays: 7,
	emitRescored: false,
	credentialsId: '',
	groupIds: [],
	wants: () => true,
};

/** A report that was completed an hour ago and is scored. */
export function result(id: string, fields: Partial<ScoreReport> = {}): Result {
	const report = { userAssessmentId: id, status: 'Completed', completed: at(NOW - HOUR), score: 500, ...fields };
	return { user: { userId: `user of ${id}`, scoreReports: [report] }, report };
}

export function at(instant: number): string {
	return new Date(instant).toISOString();
}

export function ids(results: readonly Result[]): string[] {
	return results.map(({ report }) => report.userAssessmentId);
}

/** One poll, with its answer; what it leaves for the next is stored and read again, as n8n does. */
export function step(cursor: Cursor | undefined, answer: readonly Result[], now: number, options = WEEK): Found {
	const scores = new NewScores(cursor, now, options, windowOf(cursor, now, options));
	for (const { user, report } of answer) scores.take(user, report);
	const found = scores.result();
	const read = readCursor(JSON.parse(JSON.stringify(writeCursor(found.cursor))));
	if (!('cursor' in read) || read.cursor === undefined) throw new Error('The cursor could not be read again');
	return { ...found, cursor: read.cursor };
}

/** From where on the next poll asks. */
export function asksFrom(cursor: Cursor | undefined, now: number, options = WEEK): string {
	return scoresFilter(windowOf(cursor, now, options), options).completedOnOrAfter;
}

/** Polls one after the other, each with its answer; what each emitted. */
export function polls(...rounds: Array<{ now: number; answer: Result[]; options?: PollOptions }>): {
	cursor: Cursor;
	emitted: string[][];
} {
	let cursor: Cursor | undefined;
	const emitted = rounds.map(({ now, answer, options }) => {
		const found = step(cursor, answer, now, options);
		cursor = found.cursor;
		return ids(found.emitted);
	});
	if (cursor === undefined) throw new Error('There was no poll');
	return { cursor, emitted };
}
