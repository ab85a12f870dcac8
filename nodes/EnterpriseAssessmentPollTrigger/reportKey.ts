import { createHash } from 'node:crypto';

import { idKey } from '../api/specification/ids';

/** Characters of a key: 72 bits of SHA-256 in base64url, short for the state and long enough to be unique. */
export const KEY_LENGTH = 12;

/** Characters of a fingerprint: 32 bits in hexadecimal, enough to tell one report's results apart. */
export const FINGERPRINT_LENGTH = 8;

/** Stands for one user assessment in the trigger's state. */
export function reportKey(userAssessmentId: string): string {
	return createHash('sha256').update(idKey(userAssessmentId)).digest('base64url').slice(0, KEY_LENGTH);
}

/** Stands for one result of a user assessment in the trigger's state. */
export function fingerprintOf(eventId: string): string {
	return eventId.slice(0, FINGERPRINT_LENGTH);
}
