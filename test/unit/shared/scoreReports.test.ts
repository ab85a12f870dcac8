import { expect, it } from 'vitest';

import { scoreReportItem } from '../../../nodes/shared/scoreReports.ts';

it("a report's item has the report's fields and its user's specified fields", () => {
	const who = { userId: 'u1', givenName: 'Nathan', surname: 'Smith', username: 'nathan', email: 'nathan@example.com' };
	const ids = { studentId: 'S1', uniqueIdentifier: '' };
	const report = { userAssessmentId: 'ua1', score: 7.5, placement: null, diagnosticInfo: ['x'] };
	const user = { ...who, ...ids, language: 'de', scoreReports: [report] };
	expect(scoreReportItem(user, report, false)).toEqual({ ...who, ...ids, ...report });
});
