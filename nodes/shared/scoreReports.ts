import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../api/specification/types';

const USER_FIELDS = ['userId', 'givenName', 'surname', 'username', 'email', 'studentId', 'uniqueIdentifier'] as const;

const FIRST_FIELDS = ['givenName', 'surname', 'assessmentName'];

const RESULT_FIELDS = ['score', 'cefrSpeakingLevel', 'placement', 'status', 'completed', 'email', 'certificateUrl'];

/** One user as an output item, score reports nested as in the API. */
export function userItem(user: User, simplify: boolean): IDataObject {
	if (!simplify) return { ...user };
	return {
		...simpleUser(user),
		scoreReports: user.scoreReports.map((report) => simplified(report, RESULT_FIELDS)),
	};
}

/** The user alone, without score reports. */
export function simpleUser(user: User): IDataObject {
	return simplified(user, RESULT_FIELDS);
}

/** One score report as an output item: the report's fields and its user's, side by side at the top level. */
export function scoreReportItem(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	if (!simplify) return { ...pick(user, USER_FIELDS), ...report };
	return simplified({ ...user, ...report }, RESULT_FIELDS);
}

/** Some fields, between those that people look for first in a table and those that other operations ask for. */
export function simplified(source: object, fields: readonly string[]): IDataObject {
	return pick(source, [...FIRST_FIELDS, ...fields, 'uniqueIdentifier', 'userId', 'userAssessmentId']);
}

/** In the order of the fields; what the source lacks is left out. */
function pick(source: object, fields: readonly string[]): IDataObject {
	const values: IDataObject = { ...source };
	const picked: IDataObject = {};
	for (const field of fields) {
		if (field in values) picked[field] = values[field];
	}
	return picked;
}
