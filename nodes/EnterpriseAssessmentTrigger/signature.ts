import { createHmac, hash, timingSafeEqual } from 'node:crypto';

import { parseIsoTimestamp } from '../api/specification/values';

/** A received request. Nothing about it is trusted yet. */
export interface Delivery {
	body: Buffer;
	/** Names in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
}

export interface VerificationRules {
	/** The signing keys of the registrations that may have signed the delivery. */
	signingKeys: readonly string[];
	encoding: SigningKeyEncoding;
	/** How far in the past or future the timestamp can be. With 0, any time is accepted. */
	maxEventAgeMs: number;
}

/** X-Request-Timestamp, empty if unsigned events are accepted. Or why the delivery was rejected, without a key or the sender's text. */
export type Verification = { timestamp: string } | { reason: string };

/** The only format in the specification, in any case and with any white space between its parts. */
const SIGNATURE_HEADER = /^algorithm\s*=\s*hmac-sha256\s*;\s*signature\s*=\s*([^\s;]+)$/i;

/**
 * Checks a delivery (specification: Signature): X-Content-SHA256 is the body's SHA-256, and the signature is the base64
 * HMAC-SHA256, keyed with the signing key, of `<X-Content-SHA256>;<X-Request-Timestamp>`. `now` is in ms since the epoch.
 */
export function verifyDelivery(delivery: Delivery, rules: VerificationRules, now: number): Verification {
	// If the sender repeats a header, Node.js joins the values, so the delivery doesn't verify.
	const header = (name: string) => delivery.headers[name]?.trim() ?? '';
	const bodyHash = header('x-content-sha256');
	const timestamp = header('x-request-timestamp');
	const signatureHeader = header('x-signature');
	if (bodyHash === '' || timestamp === '' || signatureHeader === '') {
		return { reason: 'it has no signature: X-Content-SHA256, X-Request-Timestamp, or X-Signature is missing' };
	}
	const signature = SIGNATURE_HEADER.exec(signatureHeader)?.[1];
	if (signature === undefined) {
		return { reason: "X-Signature doesn't have the form 'Algorithm=HMAC-SHA256; Signature=…'" };
	}
	const keys = rules.signingKeys.flatMap((key) => signingKeyReadings(key, rules.encoding));
	if (keys.length === 0) {
		return { reason: 'no valid signing key is stored: to register again, change anything in the trigger and publish' };
	}
	if (bodyHash !== hash('sha256', delivery.body, 'base64')) {
		return { reason: "the SHA-256 of the body doesn't match X-Content-SHA256: the body was changed in transit" };
	}
	const signedText = `${bodyHash};${timestamp}`;
	if (!keys.some((key) => equalTexts(signature, createHmac('sha256', key).update(signedText).digest('base64')))) {
		const why = 'the event is forged, or the webhook was registered again';
		const remedy = 'If no events arrive anymore, change anything in the trigger and publish it';
		return { reason: `the signature doesn't match the trigger's signing key: ${why}. ${remedy}` };
	}
	const reason = unacceptableAge(timestamp, rules.maxEventAgeMs, now);
	return reason === undefined ? { timestamp } : { reason };
}

/** In constant time, wherever they differ. */
function equalTexts(given: string, expected: string): boolean {
	const [givenBytes, expectedBytes] = [Buffer.from(given), Buffer.from(expected)];
	return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}

function unacceptableAge(timestamp: string, maxAgeMs: number, now: number): string | undefined {
	if (maxAgeMs === 0) return undefined;
	const sentAt = parseRequestTimestamp(timestamp);
	if (sentAt === undefined) {
		return "X-Request-Timestamp has an unknown format: set the option 'Max Event Age (Seconds)' to 0 to accept events of any age";
	}
	const ageMs = now - sentAt;
	if (Math.abs(ageMs) <= maxAgeMs) return undefined;
	const when = `${Math.round(Math.abs(ageMs) / 1_000)} s ${ageMs > 0 ? 'ago' : 'in the future'}`;
	return `it was signed ${when}, more than the ${maxAgeMs / 1_000} s that the option 'Max Event Age (Seconds)' allows: check the clock of the machine that runs n8n`;
}

const UNIX_TIME = /^\d{1,14}(?:\.\d+)?$/;
const YEAR_IN_FULL = /\b\d{4}\b/;
const TIME_OF_DAY = /\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?(?: [AP]M)?(?<zone> ?[+\-A-Z])?/i;

/**
 * Reads X-Request-Timestamp, whose format isn't specified (specification: Signature): Unix seconds or milliseconds, ISO 8601, or a
 * date such as `11/21/2026 4:14:05 AM` (.NET), `2026-11-21 04:14:05 UTC`, or `Sat, 21 Nov 2026 04:14:05 GMT` (HTTP). The month
 * comes before the day. A time without a zone is UTC, whatever the zone of this machine. Returns ms since the epoch.
 */
export function parseRequestTimestamp(text: string): number | undefined {
	// Today, seconds have 10 digits, and milliseconds 13.
	if (UNIX_TIME.test(text)) return Math.floor(Number(text) * (Number(text) < 1e11 ? 1_000 : 1));
	const time = TIME_OF_DAY.exec(text);
	const iso = parseIsoTimestamp(text);
	if (iso !== undefined || time === null || !YEAR_IN_FULL.test(text)) return iso;
	const instant = Date.parse(time.groups?.zone === undefined ? `${text} UTC` : text);
	return Number.isNaN(instant) ? undefined : instant;
}

export type SigningKeyEncoding = 'auto' | 'utf8' | 'base64' | 'hex';

/** With `auto`, text that decodes to fewer bytes fits the encoding only by coincidence, and those bytes would be easy to guess. */
const AUTO_MIN_BYTES = 16;

/** The bytes that a signing key can stand for in a valid encoding, because its encoding isn't specified (specification: Signature). */
export function signingKeyReadings(signingKey: string, encoding: SigningKeyEncoding): Buffer[] {
	if (signingKey === '') return [];
	if (encoding !== 'auto') return strictReading(signingKey, encoding, 1);
	const others = (['base64', 'hex'] as const).flatMap((other) => strictReading(signingKey, other, AUTO_MIN_BYTES));
	return [Buffer.from(signingKey), ...others];
}

/** Decoding invalid text would drop characters and shorten the key. Text is valid if encoding its bytes again returns the same text. */
function strictReading(text: string, encoding: BufferEncoding, minBytes: number): Buffer[] {
	const bytes = Buffer.from(text, encoding);
	const isValid = bytes.toString(encoding) === (encoding === 'hex' ? text.toLowerCase() : text);
	return isValid && bytes.length >= minBytes ? [bytes] : [];
}
