import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';

import { hmacKeys, preferKey } from '../../../nodes/EnterpriseAssessmentTrigger/signature/hmacKeys.ts';
import { verifyDelivery } from '../../../nodes/EnterpriseAssessmentTrigger/signature/signature.ts';
import { signedDelivery } from './support/signedDelivery.ts';

const HEX = '00112233445566778899aabbccddeeff';
const bytesOf = (signingKey: string) => hmacKeys(signingKey, 'auto').map((key) => key.export().toString('latin1'));

it('tries first what fitted last, and goes on trying the others', () => {
	const inOrder = bytesOf(HEX);
	expect(inOrder).toHaveLength(3);
	const now = Date.UTC(2026, 10, 21);
	const delivery = signedDelivery(Buffer.from('{}'), Buffer.from(HEX, 'hex'), new Date(now).toISOString());
	const rules = { signingKeys: [HEX], encoding: 'auto', maxEventAgeMs: 1_000 } as const;
	expect(verifyDelivery(delivery, rules, now).valid).toBe(true);
	const [asText, asBase64, asHex] = inOrder;
	expect(bytesOf(HEX)).toEqual([asHex, asText, asBase64]);
	expect(verifyDelivery(delivery, rules, now).valid).toBe(true);
	expect(bytesOf(HEX)).toEqual([asHex, asText, asBase64]);
	expect(hmacKeys(HEX, 'hex').map((key) => key.equals(createSecretKey(HEX, 'hex')))).toEqual([true]);
});

it('makes the keys of the last hundred signing keys once', () => {
	const first = hmacKeys('first', 'utf8');
	const [key] = first;
	if (key !== undefined) preferKey('first', 'utf8', key);
	const preferred = hmacKeys('first', 'utf8');
	// The test before this one has left two.
	for (let other = 3; other < 100; other += 1) hmacKeys(`key ${other}`, 'utf8');
	expect(hmacKeys('first', 'utf8')).toBe(preferred);
	hmacKeys('one more', 'utf8');
	expect(hmacKeys('first', 'utf8')).not.toBe(preferred);
	expect(hmacKeys('first', 'utf8')).toEqual(first);
});
