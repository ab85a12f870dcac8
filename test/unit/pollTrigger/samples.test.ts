import { expect, test } from 'vitest';

import { sampleReader } from '../../../nodes/EnterpriseAssessmentPollTrigger/samples.ts';
import type { ScoreReport } from '../../../nodes/api/specification/types.ts';
import { result, WEEK } from './step.ts';

const TEN_POINT = { cefrSpeakingLevel: 'B2', certificateUrl: '2020q3/certificate' };

function chosen(...reports: Array<Partial<ScoreReport> & { id: string }>): string[] {
	const samples = sampleReader({ ...WEEK, wants: ({ assessmentName }) => assessmentName !== 'excluded' });
	for (const { id, ...fields } of reports) samples.take(result(id, fields));
	return samples.result().map(({ report }) => report.userAssessmentId);
}

test('the five completed last are shown, the newest first', () => {
	const days = [3, 7, 1, 6, 2, 5, 4].map((day) => ({ id: `day ${day}`, completed: `2026-11-0${day}T10:00:00Z` }));
	expect(chosen(...days)).toEqual(['day 7', 'day 6', 'day 5', 'day 4', 'day 3']);
});

test('those with a CEFR level and a certificate are shown before those without', () => {
	const completed = '2026-11-07T10:00:00Z';
	const placements = Array.from({ length: 6 }, (_, index) => ({ id: `placement ${index}`, completed }));
	const older = { ...TEN_POINT, id: 'older', completed: '2026-10-01T10:00:00Z' };
	const uncertified = { ...older, id: 'without a certificate', completed, certificateUrl: null };
	expect(chosen(...placements, uncertified, older).slice(0, 3)).toEqual([
		'older',
		'without a certificate',
		'placement 0',
	]);
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
