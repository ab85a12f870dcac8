import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../api/specification/types';

const USER_FIELDS = ['userId', 'givenName', 'surname', 'username', 'email', 'studentId', 'uniqueIdentifier'] as const;

/** The fields of users and reports that people map, in the order in which they look for them in a table. */
const SIMPLE_FIELDS = [
	...['givenName', 'surname', 'assessmentName', 'score', 'cefrSpeakingLevel', 'placement', 'status', 'completed'],
	...['email', 'certificateUrl', 'uniqueIdentifier', 'userId', 'userAssessmentId'],
];

/** One user as an output item, score reports nested as in the API. */
export function userItem(user: User, simplify: boolean): IDataObject {
	if (!simplify) return { ...user };
	return {
		...simpleUser(user),
		scoreReports: user.scoreReports.map((report) => pick(report, SIMPLE_FIELDS)),
	};
}

/** The user alone, without score reports. */
export function simpleUser(user: User): IDataObject {
	return pick(user, SIMPLE_FIELDS);
}

/** One score report as an output item: the report's fields and its user's, side by side at the top level. */
export function scoreReportItem(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	if (!simplify) return { ...pick(user, USER_FIELDS), ...report };
	return pick({ ...user, ...report }, SIMPLE_FIELDS);
}

/** In the order of the fields; what the source lacks is left out. */
export function pick(source: object, fields: readonly string[]): IDataObject {
	const values: IDataObject = { ...source };
	const picked: IDataObject = {};
	for (const field of fields) {
		if (field in values) picked[field] = values[field];
	}
	return picked;
}
