import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import type { VerificationRules } from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';
import { verifyDelivery } from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';
import type { SignedDelivery } from './support/signedDelivery.ts';
import { signedDelivery } from './support/signedDelivery.ts';
import { signatureHeaders } from '../../../simulator/webhook/signature.ts';

interface Vector {
	name: string;
	signingKey: string;
	encoding: 'utf8' | 'base64' | 'hex';
	bodyBase64: string;
	contentSha256: string;
	timestamp: string;
	signature: string;
}

const vectors = JSON.parse(readFileSync(new URL('vectors/vectors.json', import.meta.url), 'utf8')) as readonly Vector[];
const FORM = 'Algorithm=HMAC-SHA256; Signature=';
const SIGNED_AT = Date.UTC(2026, 10, 21, 4, 14);
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
	const body = Buffer.from(vector.bodyBase64, 'base64');
	const simulated = signatureHeaders(body.toString(), timestamp, { text: signingKey, bytes: vector.encoding });
	const named = Object.entries(simulated).map(([name, value]) => [name.toLowerCase(), value]);
	expect(Object.fromEntries(named)).toEqual(headers);
	const delivery = { body, headers };
	for (const signingKeys of [[signingKey], ['another', signingKey]]) {
		expect(verifyDelivery(delivery, rules({ signingKeys }), SIGNED_AT)).toEqual({ timestamp });
	}
	for (const encoding of ['utf8', 'base64', 'hex'] as const) {
		const verification = verifyDelivery(delivery, rules({ signingKeys: [signingKey], encoding }), SIGNED_AT);
		expect(verification).toEqual(encoding === vector.encoding ? { timestamp } : { reason: expect.any(String) });
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
	for (const form of refused) {
		expect(withForm(form), form).toEqual({ reason: expect.stringContaining("doesn't have the form") });
	}
});

it.each<[string, SignedDelivery['headers'], Partial<VerificationRules>, number, string]>([
	['no signing key is stored', {}, { signingKeys: [] }, 0, 'no signing key is stored'],
	["the signing key isn't valid in its encoding", {}, { encoding: 'hex' }, 0, "isn't valid hex"],
	['the signing key is different', {}, { signingKeys: ['another key'] }, 0, "signature doesn't match"],
	['it has no signature', { 'x-signature': undefined }, {}, 0, 'has no signature'],
	['it has no hash', { 'x-content-sha256': undefined }, {}, 0, 'has no signature'],
	['it has no timestamp', { 'x-request-timestamp': undefined }, {}, 0, 'has no signature'],
	['it has a header twice', { 'x-signature': `${FORM}x, ${FORM}x` }, {}, 0, "doesn't have the form"],
	['its signature is too short', { 'x-signature': `${FORM}x` }, {}, 0, "signature doesn't match"],
	['its hash belongs to a different body', { 'x-content-sha256': 'x' }, {}, 0, 'changed in transit'],
	['it is too old', {}, {}, 300_001, 'signed 300 s ago, more than the 300 s that the option'],
	['its timestamp is in the future', {}, {}, -300_001, 'signed 300 s in the future, more than the 300 s'],
])('a delivery is rejected, without showing the signing key, if %s', (_what, headers, changes, passedMs, reason) => {
	const verification = verify(headers, changes, passedMs);
	expect(verification).toEqual({ reason: expect.stringContaining(reason) });
	expect(JSON.stringify(verification)).not.toContain(KEY);
});

it("an event whose timestamp can't be read is rejected unless Max Event Age is 0", () => {
	const strange = signedDelivery(delivery.body, Buffer.from(KEY), 'yesterday');
	expect(verifyDelivery(strange, rules(), SIGNED_AT)).toEqual({ reason: expect.stringContaining('unknown format') });
	expect(verifyDelivery(strange, rules({ maxEventAgeMs: 0 }), SIGNED_AT)).toHaveProperty('timestamp', 'yesterday');
});

it('an event exactly as old as Max Event Age, or as far in the future, is accepted, and 0 accepts any age', () => {
	for (const passedMs of [300_000, -300_000]) expect(verify({}, {}, passedMs)).toHaveProperty('timestamp');
	expect(verify({}, { maxEventAgeMs: 0 }, SIGNED_AT)).toHaveProperty('timestamp');
});
