import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../api/specification/types';

const USER_FIELDS = ['userId', 'givenName', 'surname', 'username', 'email', 'studentId', 'uniqueIdentifier'] as const;

/** Fields of simplified items: what people look for first in a table, what they map, what other operations ask for. */
export function simpleFields(mapped: readonly string[]): readonly string[] {
	return ['givenName', 'surname', 'assessmentName', ...mapped, 'uniqueIdentifier', 'userId', 'userAssessmentId'];
}

const SIMPLE_FIELDS = simpleFields([
	'score',
	'cefrSpeakingLevel',
	'placement',
	'status',
	'completed',
	'email',
	'certificateUrl',
]);

/** One user as an output item, score reports nested as in the API. */
export function userItem(user: User, simplify: boolean): IDataObject {
	if (!simplify) return { ...user };
	return {
		...simpleUser(user),
		scoreReports: user.scoreReports.map((report) => pick({ ...report }, SIMPLE_FIELDS)),
	};
}

/** The user alone, without score reports. */
export function simpleUser(user: User): IDataObject {
	return pick({ ...user }, SIMPLE_FIELDS);
}

/** One score report as an output item: the report's fields and its user's, side by side at the top level. */
export function scoreReportItem(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	if (!simplify) return { ...pick({ ...user }, USER_FIELDS), ...report };
	return pick({ ...user, ...report }, SIMPLE_FIELDS);
}

/** In the order of the fields; what the source lacks is left out. */
export function pick(source: IDataObject, fields: readonly string[]): IDataObject {
	const picked: IDataObject = {};
	for (const field of fields) {
		if (field in source) picked[field] = source[field];
	}
	return picked;
}
