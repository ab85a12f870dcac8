import { createHmac, hash, timingSafeEqual } from 'node:crypto';

import { parseRequestTimestamp } from './requestTimestamp';
import type { SigningKeyEncoding } from './signingKey';
import { signingKeyReadings } from './signingKey';

/** One received request, before anything about it is believed. */
export interface Delivery {
	/** The exact bytes of the body. */
	body: Buffer;
	/** Names in lower case, as Node.js gives them. */
	headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface VerificationRules {
	/** From the registrations that may have signed it, the likeliest first. */
	signingKeys: readonly string[];
	encoding: SigningKeyEncoding;
	/** How far the timestamp may lie in the past or in the future, in milliseconds; 0 accepts any. */
	maxEventAgeMs: number;
}

/** What tells one delivery of the example event from another, since its body never changes. */
export interface DeliveryMarks {
	/** X-Content-SHA256, which equals that of the body. */
	bodyHash: string;
	/** X-Request-Timestamp as received. */
	timestamp: string;
}

/** Why, for the log: no key, no signature and nothing else that the sender chose. */
export type Rejection = { reason: string };

/** The one form that the specification gives, in any case and with any white space around its parts. */
const SIGNATURE_HEADER = /^algorithm\s*=\s*hmac-sha256\s*;\s*signature\s*=\s*([^\s;]+)$/i;

/**
 * Checks a delivery (specification: Signature): the body's SHA-256 is X-Content-SHA256, and the signature is the
 * base64 HMAC-SHA256, keyed with the signing key, of `<X-Content-SHA256>;<X-Request-Timestamp>`.
 *
 * @param now milliseconds since the epoch
 */
export function verifyDelivery(delivery: Delivery, rules: VerificationRules, now: number): DeliveryMarks | Rejection {
	const bodyHash = header(delivery, 'x-content-sha256');
	const timestamp = header(delivery, 'x-request-timestamp');
	const signatureHeader = header(delivery, 'x-signature');
	if (bodyHash === undefined || timestamp === undefined || signatureHeader === undefined) {
		return { reason: 'it carries no signature: X-Content-SHA256, X-Request-Timestamp or X-Signature is missing' };
	}
	const signature = SIGNATURE_HEADER.exec(signatureHeader)?.[1];
	if (signature === undefined) {
		return { reason: "X-Signature is not of the form 'Algorithm=HMAC-SHA256; Signature=…'" };
	}
	const keys = rules.signingKeys.flatMap((key) => signingKeyReadings(key, rules.encoding));
	if (keys.length === 0) {
		return rules.signingKeys.length > 0
			? { reason: `the signing key is not valid ${rules.encoding}: set the option 'Signing Key Encoding' to Auto` }
			: {
					reason: 'no signing key is stored for this trigger: to register it again, change anything in it and publish',
				};
	}
	if (bodyHash !== hash('sha256', delivery.body, 'base64')) {
		return { reason: 'the SHA-256 of the body is not X-Content-SHA256: the body was changed on the way' };
	}
	const signedText = `${bodyHash};${timestamp}`;
	if (!keys.some((key) => equalTexts(signature, createHmac('sha256', key).update(signedText).digest('base64')))) {
		return { reason: 'the signature does not match the signing key of the registration' };
	}
	const reason = unacceptableAge(timestamp, rules.maxEventAgeMs, now);
	return reason === undefined ? { bodyHash, timestamp } : { reason };
}

function unacceptableAge(timestamp: string, maxAgeMs: number, now: number): string | undefined {
	if (maxAgeMs === 0) return undefined;
	const sentAt = parseRequestTimestamp(timestamp);
	if (sentAt === undefined) {
		return "X-Request-Timestamp has an unknown form: set the option 'Max Event Age (Seconds)' to 0 to accept events of any age";
	}
	const ageMs = now - sentAt;
	if (Math.abs(ageMs) <= maxAgeMs) return undefined;
	const limit = `more than the ${maxAgeMs / 1_000} s of the option 'Max Event Age (Seconds)'`;
	return ageMs > 0
		? `it was signed ${Math.round(ageMs / 1_000)} s ago, ${limit}`
		: `it was signed ${Math.round(-ageMs / 1_000)} s in the future, ${limit}: check the clock of the machine that runs n8n`;
}

/** A header that came several times has no value that could be trusted. */
function header({ headers }: Delivery, name: string): string | undefined {
	const value = headers[name];
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' ? undefined : text;
}

/** Compares texts in a time that tells nothing about where they differ. */
function equalTexts(given: string, expected: string): boolean {
	const [givenBytes, expectedBytes] = [Buffer.from(given), Buffer.from(expected)];
	return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
