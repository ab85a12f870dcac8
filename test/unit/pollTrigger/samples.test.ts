import { expect, it } from 'vitest';

import type { PollOptions, Result } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { Samples } from '../../../nodes/EnterpriseAssessmentPollTrigger/samples.ts';

function result(id: string, completed: string | null, status = 'Completed', assessmentType = 'TenPoint'): Result {
	const report = { userAssessmentId: id, status, completed, assessmentType };
	return { user: { userId: `user of ${id}`, scoreReports: [report] }, report };
}

const options: PollOptions = {
	lookbackDays: 7,
	emitRescored: false,
	credentialsId: '',
	groupIds: [],
	wants: ({ assessmentType }) => assessmentType === 'TenPoint',
};

function chosen(results: readonly Result[]): string[] {
	const picked = new Samples(options);
	for (const { user, report } of results) picked.take(user, report);
	return picked.result().map(({ report }) => report.userAssessmentId);
}

it('gives the five completed last, in the order of their completion', () => {
	const days = [3, 7, 1, 6, 2, 5, 4].map((day) => result(`day ${day}`, `2026-11-0${day}T10:00:00Z`));
	expect(chosen(days)).toEqual(['day 3', 'day 4', 'day 5', 'day 6', 'day 7']);
});

it('compares instants, and takes what has no time of completion for the oldest', () => {
	const results = [
		result('noon', '2026-11-01T12:00:00Z'),
		result('unknown', null),
		result('before noon', '2026-11-01T12:30:00+01:00'),
		result('unreadable', 'long ago'),
	];
	expect(chosen(results)).toEqual(['unknown', 'unreadable', 'before noon', 'noon']);
});

it('leaves out what is not scored or not wanted', () => {
	const when = '2026-11-01T12:00:00Z';
	expect(
		chosen([
			result('waiting', when, 'ScorePending'),
			result('other', when, 'Completed', 'ThousandPoint'),
			result('neither', when, 'NeedsReview', 'ThousandPoint'),
			result('this', when),
		]),
	).toEqual(['this']);
});
