import { hash } from 'node:crypto';

import type { ScoreReport } from '../api/specification/types';
import { idKey, parseIsoTimestamp } from '../api/specification/values';

/** The two kinds of events (specification: Events). */
export const SCORED_EVENT = 'user-assessment-scored';
export const EXAMPLE_EVENT = 'webhook-example';

/**
 * Identifies a result, not its delivery: a redelivered event and the poll trigger have the same ID for it, and a changed score has
 * a different one.
 *
 * The event ID is the SHA-256, as hexadecimal digits, of the JSON text of `["user-assessment-scored", userAssessmentId, status,
 * completed, score, placement]`. The userAssessmentId is in lower case, and a missing or empty value is null. `completed` is in
 * whole seconds since the epoch, because an event and POST /scores can write the same time differently. If the time can't be
 * read, the text stays as it is.
 */
export function eventIdOfReport({ userAssessmentId, status, completed, score, placement }: ScoreReport): string {
	const instant = parseIsoTimestamp(completed);
	const seconds = instant === undefined ? completed || null : Math.floor(instant / 1_000);
	return digest([SCORED_EVENT, idKey(userAssessmentId), status || null, seconds, score ?? null, placement || null]);
}

/**
 * Identifies the delivery, because the example event always has the same body.
 *
 * @param timestamp X-Request-Timestamp; empty if the delivery doesn't have one
 */
export function eventIdOfExample(body: Buffer, timestamp: string): string {
	return digest([EXAMPLE_EVENT, hash('sha256', body, 'base64'), timestamp]);
}

function digest(parts: ReadonlyArray<string | number | null>): string {
	return hash('sha256', JSON.stringify(parts));
}
