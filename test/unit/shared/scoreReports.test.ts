import { expect, it } from 'vitest';

import { scoreReportItem } from '../../../nodes/shared/scoreReports.ts';

it("an item of a report has the report's fields and those of its user that the specification names", () => {
	const who = { userId: 'u1', givenName: 'Nathan', surname: 'Smith', username: 'nathan', email: 'nathan@example.com' };
	const ids = { studentId: 'S1', uniqueIdentifier: '' };
	const report = { userAssessmentId: 'ua1', score: 7.5, placement: null, diagnosticInfo: ['x'] };
	const user = { ...who, ...ids, language: 'de', scoreReports: [report] };
	expect(scoreReportItem(user, report, false)).toEqual({ ...who, ...ids, ...report });
});
