import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { type EventName, idKey, parseIsoTimestamp, type ScoreReport, type User } from '../api/specification/values';
import { textOrEmpty } from './parameters/parameter';

const SIMPLE_SCORE_FIELDS = [
	'score',
	'cefrSpeakingLevel',
	'placement',
	'status',
	'completed',
	'email',
	'certificateUrl',
	'assessmentType',
];

/** Picks the fields of an output item, as far as they're there: names, the fields that people map, and the IDs that operations need. */
export function simplified(fields: IDataObject, mapped: readonly string[] = SIMPLE_SCORE_FIELDS): IDataObject {
	const names = ['givenName', 'surname', 'assessmentName', ...mapped, 'uniqueIdentifier', 'userId', 'userAssessmentId'];
	return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
}

/** In ms since the epoch. */
export function completedMs(completed: unknown, ifUnknown = 0): number {
	return parseIsoTimestamp(textOrEmpty(completed)) ?? ifUnknown;
}

/** The kind of event that a score causes (specification: Events). */
export const SCORED_EVENT = 'user-assessment-scored' satisfies EventName;

/**
 * Identifies a result, not its delivery: a redelivered event and the poll trigger have the same ID for it, and a changed score has
 * a different one.
 *
 * The event ID is the SHA-256, as hexadecimal digits, of the JSON text of `[event, userAssessmentId, status, completed, score,
 * placement]`. The userAssessmentId is in lower case, and a missing or empty value is null. `completed` is in whole seconds since
 * the epoch, because an event and POST /scores can write the same time differently. If the time can't be read, the text stays as it is.
 */
export function eventIdOfReport(event: string, report: ScoreReport): string {
	const { userAssessmentId, status, completed, score, placement } = report;
	const instant = parseIsoTimestamp(completed);
	const seconds = instant === undefined ? completed || null : Math.floor(instant / 1_000);
	const result = [event, idKey(userAssessmentId), status || null, seconds, score ?? null, placement || null];
	return hash('sha256', JSON.stringify(result));
}

/** The output item of an event about one of a user's score reports. */
export function reportItem(event: string, user: User, report: ScoreReport, simplify: boolean): IDataObject {
	const data = { ...user, scoreReports: [report] };
	return eventItem({ event, data, eventId: eventIdOfReport(event, report) }, simplify);
}

/** @param item its `data` is a user with one score report, or without any */
export function eventItem(item: { event: string; data: User; eventId: string }, simplify: boolean): IDataObject {
	const { event, data, eventId } = item;
	if (!simplify) return { event, data: { ...data }, eventId };
	return { ...simplified({ ...data, ...data.scoreReports[0] }), event, eventId };
}
