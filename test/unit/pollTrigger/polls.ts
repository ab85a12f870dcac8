import { isFarLook } from '../../../nodes/EnterpriseAssessmentPollTrigger/n8nPolls.ts';
import type { Cursor, PollOptions } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import { beginPoll, isCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import type { ScoreReport, User } from '../../../nodes/api/specification/values.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const NOW = Date.UTC(2026, 10, 21, 12);

export const WEEK: PollOptions = {
	account: 'https://assess.example.com 1',
	groups: [],
	groupIds: [],
	lookbackDays: 7,
	emitRescored: false,
	looksFar: true,
	wants: () => true,
};

/** A user with a single report, which was completed an hour ago and is scored. */
export function result(id: string, fields: Partial<ScoreReport> = {}): User {
	const report = { userAssessmentId: id, status: 'Completed', completed: at(NOW - HOUR), score: 500, ...fields };
	return { userId: `user of ${id}`, scoreReports: [report] };
}

export const at = (instant: number) => new Date(instant).toISOString();

/** One poll with its response. As in n8n, the cursor is stored as JSON and parsed again. */
export function step(cursor: Cursor | undefined, answer: readonly User[], now: number, options = WEEK) {
	const looksFar = options.looksFar && cursor !== undefined && isFarLook(cursor, now);
	const { see, finish } = beginPoll(cursor, now, { ...options, looksFar });
	const { found, cursor: next } = finish(answer.flatMap(see));
	const stored: unknown = JSON.parse(JSON.stringify(next));
	if (!isCursor(stored)) throw new Error('The cursor could not be read again');
	return { emitted: found.map(({ report }) => report.userAssessmentId), cursor: stored };
}

/** Runs several polls in a row. Returns the last cursor, and the IDs that each poll emitted. */
export function polls(...rounds: Array<{ now: number; answer: User[]; options?: PollOptions }>) {
	let cursor: Cursor | undefined;
	const emitted = rounds.map(({ now, answer, options }) => {
		const found = step(cursor, answer, now, options);
		cursor = found.cursor;
		return found.emitted;
	});
	if (cursor === undefined) throw new Error('There was no poll');
	return { cursor, emitted };
}

/** The reports that are waiting for a score, each with the time from which polls look for it. */
export function waiting({ known }: Cursor): Record<string, number> {
	const entries = Object.entries(known).filter(([, { waits }]) => waits);
	return Object.fromEntries(entries.map(([id, { completed }]) => [id, completed]));
}
