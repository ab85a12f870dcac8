import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../api/specification/types';
import { parseIsoTimestamp } from '../api/specification/values';
import { eventIdOfReport, SCORED_EVENT } from './eventIds';
import { textOrEmpty } from './parameters/values';

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

/** Makes an output item from the fields of a user, of a score report, or of both. */
export function simplified(fields: IDataObject): IDataObject {
	return pick(fields, SIMPLE_SCORE_FIELDS);
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
	return { ...simplified({ ...data, ...data.scoreReports[0] }), event, eventId };
}
