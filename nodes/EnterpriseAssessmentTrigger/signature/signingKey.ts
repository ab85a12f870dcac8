export const SIGNING_KEY_ENCODINGS = ['auto', 'utf8', 'base64', 'hex'] as const;

export type SigningKeyEncoding = (typeof SIGNING_KEY_ENCODINGS)[number];

/** Shorter readings are left to an explicit encoding: under `auto` they would be a coincidence, and easy to guess. */
const AUTO_MIN_BYTES = 16;

/**
 * The byte sequences that a signing key may stand for, since the specification does not show how it is turned into key
 * bytes (Events). A text that is not strictly valid in an encoding has no reading in it: decoding it all the same would
 * drop characters and shrink the key.
 *
 * @returns at least the UTF-8 bytes under `auto` and `utf8`; nothing for an empty key or one not valid in the encoding
 */
export function signingKeyReadings(signingKey: string, encoding: SigningKeyEncoding): Buffer[] {
	if (signingKey === '') return [];
	if (encoding === 'utf8') return [Buffer.from(signingKey)];
	if (encoding !== 'auto') return strictReading(signingKey, encoding, 1);
	const others = (['base64', 'hex'] as const).flatMap((other) => strictReading(signingKey, other, AUTO_MIN_BYTES));
	return [Buffer.from(signingKey), ...others];
}

export function isSigningKeyEncoding(value: unknown): value is SigningKeyEncoding {
	return SIGNING_KEY_ENCODINGS.some((encoding) => encoding === value);
}

/** Valid is what comes out again when the bytes are encoded, hexadecimal digits in either case. */
function strictReading(text: string, encoding: 'base64' | 'hex', minBytes: number): Buffer[] {
	const bytes = Buffer.from(text, encoding);
	const encoded = bytes.toString(encoding);
	const isValid = encoded === (encoding === 'hex' ? text.toLowerCase() : text);
	return isValid && bytes.length >= minBytes ? [bytes] : [];
}
