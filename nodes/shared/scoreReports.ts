import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { idKey, parseIsoTimestamp } from '../api/specification/responses';
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

/** Specification: Events. */
export const SCORED_EVENT = 'user-assessment-scored';

/** A scored report as both triggers return it. */
export function scoredEvent(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	const eventId = eventIdOfReport(report);
	return simplify
		? { ...scoreReportItem(user, report, true), event: SCORED_EVENT, eventId }
		: { event: SCORED_EVENT, data: { ...user, scoreReports: [report] }, eventId };
}

/**
 * Identifies a result and not its delivery, so that a redelivered event and the poll trigger have the same ID for it and
 * a re-score has another.
 *
 * The id is the SHA-256, in 64 hexadecimal digits, of the JSON text of the array `["user-assessment-scored",
 * userAssessmentId, status, completed, score, placement]`: the id in lower case, null for what is absent or empty, and
 * `completed` as an instant in whole seconds since the epoch, because an event and `POST /scores` may spell the same
 * instant with another offset or number of fraction digits. A `completed` that can't be read counts as it is written.
 */
export function eventIdOfReport(
	report: Pick<ScoreReport, 'userAssessmentId' | 'status' | 'completed' | 'score' | 'placement'>,
): string {
	return digest([
		SCORED_EVENT,
		idKey(report.userAssessmentId),
		report.status || null,
		instant(report.completed),
		report.score ?? null,
		report.placement || null,
	]);
}

/**
 * The example event always has the same body, so its id is that of the delivery.
 *
 * @param bodyHash base64 SHA-256 of the body (specification: Signature)
 * @param timestamp X-Request-Timestamp as received; empty when the delivery has none
 */
export function eventIdOfExample(bodyHash: string, timestamp: string): string {
	return digest(['webhook-example', bodyHash.trim(), timestamp.trim()]);
}

function instant(completed: string | null | undefined): number | string | null {
	if (!completed) return null;
	const milliseconds = parseIsoTimestamp(completed);
	return milliseconds === undefined ? completed : Math.floor(milliseconds / 1_000);
}

function digest(parts: ReadonlyArray<string | number | null>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
