import { expect, it } from 'vitest';

import { signingKeyReadings } from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';

const bytes = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const base64 = bytes.toString('base64');
const hex = bytes.toString('hex');

function readings(key: string, encoding: 'auto' | 'base64' | 'hex'): string[] {
	return signingKeyReadings(key, encoding).map((reading) => reading.toString('hex'));
}

it.each([
	['plain text', 'a key!', []],
	['base64 of 16 bytes', base64, [hex]],
	['base64 of 15 bytes', bytes.subarray(1).toString('base64'), []],
	['base64 without its padding', base64.slice(0, -2), []],
	['base64 with stray bits at its end', 'ABEiM0RVZneImaq7zN3u/x==', []],
	['base64url', '__79_Pv6-fj39vX08_Lx8A==', []],
	['32 hexadecimal digits, which are also base64 of 24 bytes', hex, [Buffer.from(hex, 'base64').toString('hex'), hex]],
	['30 hexadecimal digits', hex.slice(2), []],
	['33 hexadecimal digits', `${hex}0`, []],
	['hexadecimal digits and other characters', `${hex}-!`, []],
	['hexadecimal digits with white space', `${hex}\n`, []],
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
