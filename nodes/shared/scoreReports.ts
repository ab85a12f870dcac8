import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../api/specification/types';

const USER_FIELDS = ['userId', 'givenName', 'surname', 'username', 'email', 'studentId', 'uniqueIdentifier'] as const;

const SIMPLE_USER_FIELDS = ['userId', 'givenName', 'surname', 'email', 'studentId', 'uniqueIdentifier'] as const;

const SIMPLE_REPORT_FIELDS = [
	'userAssessmentId',
	'assessmentName',
	'assessmentType',
	'status',
	'score',
	'placement',
	'cefrSpeakingLevel',
	'completed',
	'certificateUrl',
] as const;

/** One user as an output item, score reports nested as in the API. */
export function userItem(user: User, simplify: boolean): IDataObject {
	if (!simplify) return { ...user };
	return {
		...pick(user, SIMPLE_USER_FIELDS),
		scoreReports: user.scoreReports.map((report) => pick(report, SIMPLE_REPORT_FIELDS)),
	};
}

/** One score report as an output item: the report's fields and its user's, side by side at the top level. */
export function scoreReportItem(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	if (!simplify) return { ...pick(user, USER_FIELDS), ...report };
	return { ...pick(user, SIMPLE_USER_FIELDS), ...pick(report, SIMPLE_REPORT_FIELDS) };
}

/** In the order of the fields; what the source lacks is left out. */
function pick(source: object, fields: readonly string[]): IDataObject {
	const values = new Map<string, IDataObject[string]>(Object.entries(source));
	return Object.fromEntries(fields.filter((field) => values.has(field)).map((field) => [field, values.get(field)]));
}
