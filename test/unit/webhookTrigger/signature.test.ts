import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { VerificationRules } from '../../../nodes/EnterpriseAssessmentTrigger/signature/signature.ts';
import { verifyDelivery } from '../../../nodes/EnterpriseAssessmentTrigger/signature/signature.ts';
import type { SigningKeyEncoding } from '../../../nodes/EnterpriseAssessmentTrigger/signature/signingKey.ts';
import type { SignedDelivery } from './support/signedDelivery.ts';
import { signedDelivery } from './support/signedDelivery.ts';

interface Vector {
	name: string;
	signingKey: string;
	encoding: SigningKeyEncoding;
	bodyBase64: string;
	contentSha256: string;
	timestamp: string;
	signature: string;
}

const vectors = JSON.parse(readFileSync(new URL('vectors/vectors.json', import.meta.url), 'utf8')) as readonly Vector[];
const SIGNED_AT = Date.UTC(2026, 10, 21, 4, 14);
const KEY = 'whsec-plain-letters-and-digits-42';

function rules(changes: Partial<VerificationRules> = {}): VerificationRules {
	return { signingKeys: [KEY], encoding: 'auto', maxEventAgeMs: 300_000, ...changes };
}

it.each(vectors)(
	'a delivery signed by openssl (vectors/make.sh) is valid under its encoding alone: $name',
	(vector) => {
		const { signingKey, contentSha256: bodyHash, timestamp } = vector;
		const headers = {
			'x-content-sha256': bodyHash,
			'x-request-timestamp': timestamp,
			'x-signature': `Algorithm=HMAC-SHA256; Signature=${vector.signature}`,
		};
		const delivery = { body: Buffer.from(vector.bodyBase64, 'base64'), headers };
		const verified = { bodyHash, timestamp };
		for (const signingKeys of [[signingKey], ['another', signingKey]]) {
			expect(verifyDelivery(delivery, rules({ signingKeys }), SIGNED_AT)).toEqual(verified);
		}
		for (const encoding of ['utf8', 'base64', 'hex'] as const) {
			const verification = verifyDelivery(delivery, rules({ signingKeys: [signingKey], encoding }), SIGNED_AT);
			expect(verification).toEqual(encoding === vector.encoding ? verified : { reason: expect.any(String) });
		}
	},
);

describe('the X-Signature header', () => {
	const timestamp = new Date(SIGNED_AT).toISOString();
	const { body, headers } = signedDelivery(Buffer.from('{}'), Buffer.from(KEY), timestamp);
	const signature = String(headers['x-signature']).replace('Algorithm=HMAC-SHA256; Signature=', '');

	function verify(form: string) {
		const given = { ...headers, 'x-signature': form.replace('…', signature) };
		return verifyDelivery({ body, headers: given }, rules(), SIGNED_AT);
	}

	it.each([
		'Algorithm=HMAC-SHA256; Signature=…',
		'algorithm=hmac-sha256;signature=…',
		' \tALGORITHM  =  Hmac-Sha256  ;  SIGNATURE  =  …  ',
	])('%j is read', (form) => {
		expect(verify(form)).toHaveProperty('timestamp', timestamp);
	});

	it.each([
		'…',
		'Signature=…',
		'Algorithm=HMAC-SHA256',
		'Algorithm=HMAC-SHA256; Signature=',
		'Algorithm=HMAC-SHA1; Signature=…',
		'Algorithm=none; Signature=…',
		'Algorithm=HMAC-SHA256; Signature=…;',
		'Algorithm=HMAC-SHA256; Signature=…; Version=1',
		'Algorithm=HMAC-SHA256; Signature=…; Signature=…',
		'Algorithm=HMAC-SHA256, Signature=…',
		'Algorithm=HMAC-SHA256X; Signature=…',
		'XAlgorithm=HMAC-SHA256; Signature=…',
	])('%j is refused', (form) => {
		expect(verify(form)).toEqual({ reason: expect.stringContaining('is not of the form') });
	});
});

describe('why a delivery is rejected', () => {
	const body = Buffer.from('{"event":"webhook-example"}');
	const timestamp = new Date(SIGNED_AT).toISOString();
	const delivery = signedDelivery(body, Buffer.from(KEY), timestamp);

	type Row = [string, SignedDelivery['headers'], Partial<VerificationRules>, number, string];

	it.each<Row>([
		['no key', {}, { signingKeys: [] }, 0, 'no signing key is stored'],
		['a key not valid in its encoding', {}, { encoding: 'hex' }, 0, 'not valid hex'],
		['another key', {}, { signingKeys: ['another key'] }, 0, 'signature does not match'],
		['no signature', { 'x-signature': undefined }, {}, 0, 'carries no signature'],
		['no hash', { 'x-content-sha256': undefined }, {}, 0, 'carries no signature'],
		['no timestamp', { 'x-request-timestamp': undefined }, {}, 0, 'carries no signature'],
		['a repeated header', { 'x-signature': ['a', 'b'] }, {}, 0, 'carries no signature'],
		['a short signature', { 'x-signature': 'Algorithm=HMAC-SHA256; Signature=x' }, {}, 0, 'signature does not match'],
		['another body', { 'x-content-sha256': 'x' }, {}, 0, 'changed on the way'],
		['a stale timestamp', {}, {}, 300_001, 'signed 300 s ago, more than the 300 s of the option'],
		['a timestamp in the future', {}, {}, -300_001, 'signed 300 s in the future, more than the 300 s'],
	])('%s', (_what, headers, changes, passedMs, reason) => {
		const verification = verifyDelivery(
			{ body, headers: { ...delivery.headers, ...headers } },
			rules(changes),
			SIGNED_AT + passedMs,
		);
		expect(verification).toEqual({ reason: expect.stringContaining(reason) });
		expect(JSON.stringify(verification)).not.toContain(KEY);
	});

	it('an unreadable timestamp is stale unless the age does not matter', () => {
		const strange = signedDelivery(body, Buffer.from(KEY), 'yesterday');
		expect(verifyDelivery(strange, rules(), SIGNED_AT)).toEqual({ reason: expect.stringContaining('unknown form') });
		expect(verifyDelivery(strange, rules({ maxEventAgeMs: 0 }), SIGNED_AT)).toHaveProperty('timestamp', 'yesterday');
	});

	it('an age of exactly the maximum is accepted on both sides, and any age with 0', () => {
		expect(verifyDelivery(delivery, rules(), SIGNED_AT + 300_000)).toHaveProperty('timestamp');
		expect(verifyDelivery(delivery, rules(), SIGNED_AT - 300_000)).toHaveProperty('timestamp');
		expect(verifyDelivery(delivery, rules({ maxEventAgeMs: 0 }), SIGNED_AT * 2)).toHaveProperty('timestamp');
	});
});
