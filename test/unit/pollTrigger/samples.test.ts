import { expect, test } from 'vitest';

import { SAMPLES, scoresOf } from '../../../nodes/EnterpriseAssessmentPollTrigger/poll.ts';
import type { UserReport } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { Selected } from '../../../nodes/api/request/readList.ts';
import type { ScoreReport } from '../../../nodes/api/specification/types.ts';
import { result } from './polls.ts';

const days = [3, 7, 1, 6, 2, 5, 4].map((day) => ({ id: `day ${day}`, completed: `2026-11-0${day}T10:00:00Z` }));

const unlike: Array<Partial<ScoreReport> & { id: string }> = [
	{ id: 'waiting', status: 'ScorePending' },
	{ id: 'excluded', assessmentName: 'excluded' },
	{ id: 'no time', completed: null },
	{ id: 'before noon', completed: '2026-11-01T12:30:00+01:00', certificateUrl: '2020q3/certificate' },
	{ id: 'noon', completed: '2026-11-01T12:00:00Z' },
	{ id: 'no such time', completed: 'long ago' },
];

test.each([
	['the five most recently completed, newest first', days, ['day 7', 'day 6', 'day 5', 'day 4', 'day 3']],
	['only scored reports that the filters include', unlike, ['noon', 'before noon', 'no time', 'no such time']],
])("'Fetch Test Event' shows %s", (_, reports, expected) => {
	const options = { wants: ({ assessmentName }: ScoreReport) => assessmentName !== 'excluded' };
	const selected = new Selected<UserReport>(SAMPLES);
	for (const { id, ...fields } of reports) selected.add(scoresOf(result(id, fields), options));
	expect(selected.result().values.map(({ report }) => report.userAssessmentId)).toEqual(expected);
});
