import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../api/specification/types';
import { parseIsoTimestamp } from '../api/specification/values';
import { eventIdOfReport, SCORED_EVENT } from './eventIds';
import { textOrEmpty } from './parameters/values';

const USER_FIELDS = ['userId', 'givenName', 'surname', 'username', 'email', 'studentId', 'uniqueIdentifier'] as const;

/** The fields of simplified items: names first, then the fields that people map, then the IDs that other operations need. */
export function simpleFields(mapped: readonly string[]): readonly string[] {
	return ['givenName', 'surname', 'assessmentName', ...mapped, 'uniqueIdentifier', 'userId', 'userAssessmentId'];
}

const SIMPLE_SCORE_FIELDS = simpleFields([
	'score',
	'cefrSpeakingLevel',
	'placement',
	'status',
	'completed',
	'email',
	'certificateUrl',
	'assessmentType',
]);

/** Makes an output item from a user. Its score reports are a list, as in the API. */
export function userItem(user: User, simplify: boolean): IDataObject {
	if (!simplify) return { ...user };
	const scoreReports = user.scoreReports.map((report) => pick({ ...report }, SIMPLE_SCORE_FIELDS));
	return { ...pick({ ...user }, SIMPLE_SCORE_FIELDS), scoreReports };
}

/** Makes an output item of a score report, with its fields and its user's side by side. */
export function scoreReportItem(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	if (!simplify) return { ...pick({ ...user }, USER_FIELDS), ...report };
	return pick({ ...user, ...report }, SIMPLE_SCORE_FIELDS);
}

/** Picks fields in the given order. Leaves out fields that the source doesn't have. */
export function pick(source: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(fields.filter((field) => field in source).map((field) => [field, source[field]]));
}

/** Reads when a report was completed, in ms since the epoch. */
export function completedMs(completed: unknown, ifUnknown = 0): number {
	return parseIsoTimestamp(textOrEmpty(completed)) ?? ifUnknown;
}

/** Makes the item of a scored report for both triggers. */
export function scoredEventItem(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	return eventItem(SCORED_EVENT, eventIdOfReport(report), { ...user, scoreReports: [report] }, simplify);
}

/** @param data a user with at most one score report */
export function eventItem(event: string, eventId: string, data: User, simplify: boolean): IDataObject {
	if (!simplify) return { event, data: { ...data }, eventId };
	return { ...pick({ ...data, ...data.scoreReports[0] }, SIMPLE_SCORE_FIELDS), event, eventId };
}
