import { expect, test } from 'vitest';

import { SAMPLES, scoresOf } from '../../../nodes/EnterpriseAssessmentPollTrigger/readReports.ts';
import type { UserReport } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { Selected } from '../../../nodes/api/request/readList.ts';
import type { ScoreReport } from '../../../nodes/api/specification/types.ts';
import { result, WEEK } from './step.ts';

function chosen(...reports: Array<Partial<ScoreReport> & { id: string }>): string[] {
	const options = { ...WEEK, wants: ({ assessmentName }: ScoreReport) => assessmentName !== 'excluded' };
	const selected = new Selected<UserReport>(SAMPLES);
	for (const { id, ...fields } of reports) selected.add(scoresOf(result(id, fields), options));
	return selected.result().values.map(({ report }) => report.userAssessmentId);
}

test('the five completed last are shown, the newest first', () => {
	const days = [3, 7, 1, 6, 2, 5, 4].map((day) => ({ id: `day ${day}`, completed: `2026-11-0${day}T10:00:00Z` }));
	expect(chosen(...days)).toEqual(['day 7', 'day 6', 'day 5', 'day 4', 'day 3']);
});

test('the newest comes first, whatever it has beside its score', () => {
	const certified = { cefrSpeakingLevel: 'B2', certificateUrl: '2020q3/certificate' };
	const older = { ...certified, id: 'older', completed: '2026-10-01T10:00:00Z' };
	expect(chosen(older, { id: 'newer', completed: '2026-11-07T10:00:00Z' })).toEqual(['newer', 'older']);
});

test('instants are compared, and what has no time of completion is the oldest', () => {
	const reports = [
		{ id: 'unknown', completed: null },
		{ id: 'before noon', completed: '2026-11-01T12:30:00+01:00' },
		{ id: 'noon', completed: '2026-11-01T12:00:00Z' },
		{ id: 'unreadable', completed: 'long ago' },
	];
	expect(chosen(...reports)).toEqual(['noon', 'before noon', 'unknown', 'unreadable']);
});

test('what is not scored or not wanted is left out', () => {
	const reports = [
		{ id: 'waiting', status: 'ScorePending' },
		{ id: 'excluded', assessmentName: 'excluded' },
		{ id: 'this' },
	];
	expect(chosen(...reports)).toEqual(['this']);
});
