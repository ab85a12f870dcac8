import { describe, expect, it } from 'vitest';

import {
	isSigningKeyEncoding,
	signingKeyReadings,
} from '../../../nodes/EnterpriseAssessmentTrigger/signature/signingKey.ts';

const BYTES = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

function readings(key: string, encoding: 'auto' | 'utf8' | 'base64' | 'hex'): string[] {
	return signingKeyReadings(key, encoding).map((bytes) => bytes.toString('hex'));
}

it('is in one of four encodings', () => {
	const values = ['auto', 'utf8', 'base64', 'hex', 'AUTO', 'base64url', '', undefined, ['hex']];
	expect(values.filter(isSigningKeyEncoding)).toEqual(['auto', 'utf8', 'base64', 'hex']);
});

describe('readings of a signing key', () => {
	const utf8 = (text: string) => Buffer.from(text).toString('hex');
	const base64 = BYTES.toString('base64');
	const hex = BYTES.toString('hex');

	it.each([
		['plain text', 'a key!', [utf8('a key!')]],
		['base64 of 16 bytes', base64, [utf8(base64), hex]],
		['base64 of 15 bytes', BYTES.subarray(1).toString('base64'), [utf8(BYTES.subarray(1).toString('base64'))]],
		['base64 without its padding', base64.slice(0, -2), [utf8(base64.slice(0, -2))]],
		['base64 with stray bits at its end', 'ABEiM0RVZneImaq7zN3u/x==', [utf8('ABEiM0RVZneImaq7zN3u/x==')]],
		['base64 for addresses', '__79_Pv6-fj39vX08_Lx8A==', [utf8('__79_Pv6-fj39vX08_Lx8A==')]],
		// 32 hexadecimal digits are base64 too, of 24 bytes: both are valid and neither loses anything.
		['32 hexadecimal digits', hex, [utf8(hex), Buffer.from(hex, 'base64').toString('hex'), hex]],
		['30 hexadecimal digits', hex.slice(2), [utf8(hex.slice(2))]],
		['33 hexadecimal digits', `${hex}0`, [utf8(`${hex}0`)]],
		['hexadecimal digits and a stranger at the end', `${hex}-!`, [utf8(`${hex}-!`)]],
		['hexadecimal digits with white space', `${hex}\n`, [utf8(`${hex}\n`)]],
		['nothing', '', []],
	])('auto: %s', (_what, key, expected) => {
		expect(readings(key, 'auto')).toEqual(expected);
	});

	it.each([
		['hex', hex.toUpperCase(), [hex]],
		// Too short for auto.
		['base64', 'AA==', ['00']],
		['hex', '00', ['00']],
		...['A', 'not base64', ''].map((key) => ['base64', key, []] as const),
		...['0', '0g', ''].map((key) => ['hex', key, []] as const),
	] as const)('explicit %s: %j', (encoding, key, expected) => {
		expect(readings(key, encoding)).toEqual(expected);
	});
});
