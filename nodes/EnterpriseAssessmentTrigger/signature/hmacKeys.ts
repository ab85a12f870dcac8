import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';

import type { SigningKeyEncoding } from './signingKey';
import { signingKeyReadings } from './signingKey';

/** Making a key of node:crypto costs more than a signature, and one signing key serves for months. */
const made = new Map<string, KeyObject[]>();

const MAX_SIGNING_KEYS = 100;

/** The keys that a signing key may stand for, the one that last fitted first. */
export function hmacKeys(signingKey: string, encoding: SigningKeyEncoding): readonly KeyObject[] {
	const name = `${encoding} ${signingKey}`;
	const known = made.get(name);
	if (known !== undefined) return known;
	const keys = signingKeyReadings(signingKey, encoding).map((bytes) => createSecretKey(bytes));
	if (made.size >= MAX_SIGNING_KEYS) made.clear();
	made.set(name, keys);
	return keys;
}

/** Has the key tried first from now on. */
export function preferKey(signingKey: string, encoding: SigningKeyEncoding, key: KeyObject): void {
	const others = hmacKeys(signingKey, encoding).filter((other) => other !== key);
	made.set(`${encoding} ${signingKey}`, [key, ...others]);
}
