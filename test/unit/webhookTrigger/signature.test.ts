import { expect, it } from 'vitest';

import { parseIsoTimestamp } from '../../../nodes/api/specification/values.ts';
import {
	parseRequestTimestamp,
	signingKeyReadings,
	type VerificationRules,
	verifyDelivery,
} from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';
import { signatureHeaders } from '../../../simulator/webhook/signature.ts';
import { SIGNED_AT, type SignedDelivery, signedDelivery, TIMESTAMPS } from './support/signedDelivery.ts';
import vectors from './vectors/vectors.json' with { type: 'json' };

const FORM = 'Algorithm=HMAC-SHA256; Signature=';
const KEY = 'whsec-plain-letters-and-digits-42';

function rules(changes: Partial<VerificationRules> = {}): VerificationRules {
	return { signingKeys: [KEY], encoding: 'auto', maxEventAgeMs: 300_000, ...changes };
}

it.each(vectors)("openssl's signature (vectors/make.sh) is valid only in the key's encoding: $name", (vector) => {
	const { signingKey, contentSha256: bodyHash, timestamp } = vector;
	const headers = {
		'x-content-sha256': bodyHash,
		'x-request-timestamp': timestamp,
		'x-signature': `${FORM}${vector.signature}`,
	};
	const delivery = { body: Buffer.from(vector.bodyBase64, 'base64'), headers };
	for (const signingKeys of [[signingKey], ['another', signingKey]])
		expect(verifyDelivery(delivery, rules({ signingKeys }), SIGNED_AT)).toEqual({ timestamp });
	for (const encoding of ['utf8', 'base64', 'hex'] as const) {
		const isIts = encoding === vector.encoding;
		const verification = verifyDelivery(delivery, rules({ signingKeys: [signingKey], encoding }), SIGNED_AT);
		expect(verification).toEqual(isIts ? { timestamp } : { reason: expect.any(String) });
		const simulated = signatureHeaders(delivery.body.toString(), timestamp, { text: signingKey, bytes: encoding });
		const named = Object.entries(simulated).map(([name, value]) => [name.toLowerCase(), value]);
		if (isIts) expect(Object.fromEntries(named)).toEqual(headers);
	}
});

const TIMESTAMP = new Date(SIGNED_AT).toISOString();
const delivery = signedDelivery(Buffer.from('{"event":"webhook-example"}'), Buffer.from(KEY), TIMESTAMP);

/** Verifies the delivery with changed headers and rules, `passedMs` after it was signed. */
function verify(headers: SignedDelivery['headers'], changes: Partial<VerificationRules> = {}, passedMs = 0) {
	const changed = { body: delivery.body, headers: { ...delivery.headers, ...headers } };
	return verifyDelivery(changed, rules(changes), SIGNED_AT + passedMs);
}

it('an X-Signature header is accepted only with an algorithm and a signature, whatever its case and spacing', () => {
	const strange = ' \tALGORITHM  =  Hmac-Sha256  ;  SIGNATURE  =  …  ';
	const accepted = ['Algorithm=HMAC-SHA256; Signature=…', 'algorithm=hmac-sha256;signature=…', strange];
	const refused = [
		...['…', 'Signature=…', 'Algorithm=HMAC-SHA256', 'Algorithm=HMAC-SHA256; Signature='],
		...['Algorithm=HMAC-SHA1; Signature=…', 'Algorithm=none; Signature=…', 'Algorithm=HMAC-SHA256X; Signature=…'],
		...['Algorithm=HMAC-SHA256; Signature=…;', 'Algorithm=HMAC-SHA256; Signature=…; Version=1'],
		...['Algorithm=HMAC-SHA256; Signature=…; Signature=…', 'Algorithm=HMAC-SHA256, Signature=…'],
		'XAlgorithm=HMAC-SHA256; Signature=…',
	];
	const signature = String(delivery.headers['x-signature']).replace(FORM, '');
	const withForm = (form: string) => verify({ 'x-signature': form.replace('…', signature) });
	expect(accepted.filter((form) => 'reason' in withForm(form))).toEqual([]);
	for (const form of refused)
		expect(withForm(form), form).toEqual({ reason: expect.stringContaining("doesn't have the form") });
});

it.each<[string, SignedDelivery['headers'], Partial<VerificationRules>, number, string]>([
	["the signing key isn't valid in its encoding", {}, { encoding: 'hex' }, 0, 'no valid signing key is stored'],
	['it has no signature', { 'x-signature': undefined }, {}, 0, 'has no signature'],
	['it has no hash', { 'x-content-sha256': undefined }, {}, 0, 'has no signature'],
	['it has no timestamp', { 'x-request-timestamp': undefined }, {}, 0, 'has no signature'],
	['its signature is too short', { 'x-signature': `${FORM}x` }, {}, 0, "signature doesn't match"],
	['its hash belongs to a different body', { 'x-content-sha256': 'x' }, {}, 0, 'changed in transit'],
	['it is too old', {}, {}, 300_001, 'signed 300 s ago, more than the 300 s that the option'],
	['its timestamp is in the future', {}, {}, -300_001, 'signed 300 s in the future, more than the 300 s'],
])('a delivery is rejected, without showing the signing key, if %s', (_what, headers, changes, passedMs, reason) => {
	const verification = verify(headers, changes, passedMs);
	expect(verification).toEqual({ reason: expect.stringContaining(reason) });
	expect(JSON.stringify(verification)).not.toContain(KEY);
});

it('an event is accepted up to Max Event Age in the past or future, and with 0 whatever its timestamp', () => {
	for (const passedMs of [300_000, -300_000]) expect(verify({}, {}, passedMs)).toHaveProperty('timestamp');
	expect(verify({}, { maxEventAgeMs: 0 }, SIGNED_AT)).toHaveProperty('timestamp');
	const strange = signedDelivery(delivery.body, Buffer.from(KEY), 'yesterday');
	expect(verifyDelivery(strange, rules(), SIGNED_AT)).toEqual({ reason: expect.stringContaining('unknown format') });
	expect(verifyDelivery(strange, rules({ maxEventAgeMs: 0 }), SIGNED_AT)).toHaveProperty('timestamp', 'yesterday');
});

const bytes = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const base64 = bytes.toString('base64');
const hex = bytes.toString('hex');
const readings = (key: string, encoding: VerificationRules['encoding']) =>
	signingKeyReadings(key, encoding).map((reading) => reading.toString('hex'));

it.each([
	['base64 of 16 bytes', base64, [hex]],
	['base64 of 15 bytes', bytes.subarray(1).toString('base64'), []],
	['base64 without its padding', base64.slice(0, -2), []],
	['base64 with stray bits at its end', 'ABEiM0RVZneImaq7zN3u/x==', []],
	['32 hexadecimal digits, which are also base64 of 24 bytes', hex, [Buffer.from(hex, 'base64').toString('hex'), hex]],
	['30 hexadecimal digits', hex.slice(2), []],
])("'auto' reads a key as text, and in each encoding that yields at least 16 bytes: %s", (_, key, others) => {
	expect(readings(key, 'auto')).toEqual([Buffer.from(key).toString('hex'), ...others]);
});

it.each([
	['auto', '', []],
	['hex', hex.toUpperCase(), [hex]],
	['base64', 'AA==', ['00']],
	['hex', '00', ['00']],
	...['A', 'not base64', ''].map((key) => ['base64', key, []] as const),
	...['0', '0g', ''].map((key) => ['hex', key, []] as const),
] as const)('the encoding %s reads the key %j as %j', (encoding, key, expected) => {
	expect(readings(key, encoding)).toEqual(expected);
});

it.each(TIMESTAMPS)('the timestamp %j is read', (text) => {
	expect(parseRequestTimestamp(text)).toBe(SIGNED_AT);
});

it.each([
	['2026-11-21 04:14:05z', Date.UTC(2026, 10, 21, 4, 14, 5)],
	['2026-11-21T04:14Z', Date.UTC(2026, 10, 21, 4, 14)],
	['2026-11-21 04:14:05,12+00:00', Date.UTC(2026, 10, 21, 4, 14, 5, 120)],
	['2026-11-21T04:14:05.1239999+05:30', Date.UTC(2026, 10, 20, 22, 44, 5, 123)],
	['2026-11-21T04:14:05+02', Date.UTC(2026, 10, 21, 2, 14, 5)],
	['20261121T041405.25+0100', Date.UTC(2026, 10, 21, 3, 14, 5, 250)],
	[' 2026-11-21T04:14:05.1 Z\n', Date.UTC(2026, 10, 21, 4, 14, 5, 100)],
])('the ISO 8601 timestamp %j is read to the millisecond', (text, instant) => {
	expect(parseIsoTimestamp(text)).toBe(instant);
	expect(parseRequestTimestamp(text)).toBe(instant);
});

it.each<[what: string, texts: string[]]>([
	['a number that is too large', ['179523444500000']],
	['ISO 8601 with other characters', ['2026-11-21T04:14:05Zjunk', 'x2026-11-21T04:14:05Z', '2026-11-21T04:14:05xZ']],
	['text like a number', ['20261121041405x', '1795234445.', '.5', '-1795234445', '1795234445s', '0x6b018a4d']],
	['text without a complete date and time', ['', 'now', '2026-11-01', '11/01/2026', '11/01/2026 04:14']],
	['an impossible date or time', ['21/11/2026 04:14:05', '11/01/2026 25:14:05', 'Sun, 41 Nov 2026 04:14:05 GMT']],
	['in an unknown time zone', ['11/01/2026 04:14:05 XYZ']],
	['a date with a two-digit year', ['11/01/26 04:14:05', 'Sunday, 01-Nov-26 04:14:05 GMT']],
])("a timestamp can't be read if it is %s", (_what, texts) => {
	for (const text of texts)
		expect([parseIsoTimestamp(text), parseRequestTimestamp(text)], text).toEqual([undefined, undefined]);
});
