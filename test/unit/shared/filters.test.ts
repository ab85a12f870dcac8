import { expect, it } from 'vitest';

import { nameKey } from '../../../nodes/shared/filters.ts';

it.each<[what: string, one: string, other: string, isSame: boolean]>([
	['case', 'English Speaking', 'ENGLISH speaking', true],
	['surrounding spaces', ' English Speaking\n', 'English Speaking', true],
	['the way accents are written', 'Español é', 'Español é'.normalize('NFD'), true],
	['the way accents are written, in capitals', 'ESPAÑOL'.normalize('NFD'), 'español', true],
	['accents', 'Español Ä', 'ESPANOL a', true],
	['a mark that makes a different letter', 'कि が', 'क か', false],
	['letters that only capitals share', 'Straße', 'STRASSE', false],
	['a space inside', 'English Speaking', 'EnglishSpeaking', false],
])('names that differ in %s (%j, %j) refer to the same assessment: %s', (_what, one, other, isSame) => {
	expect(nameKey(one) === nameKey(other)).toBe(isSame);
});
