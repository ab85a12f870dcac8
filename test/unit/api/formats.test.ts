import { expect, it } from 'vitest';

import { assessmentNameKey } from '../../../nodes/api/specification/formats.ts';

it.each<[what: string, one: string, other: string, isSame: boolean]>([
	['case', 'English Speaking', 'ENGLISH speaking', true],
	['surrounding blanks', ' English Speaking\n', 'English Speaking', true],
	['the way accents are written', 'Español é', 'Español é'.normalize('NFD'), true],
	['that way in capitals', 'ESPAÑOL'.normalize('NFD'), 'español', true],
	['accents', 'Español Ä', 'ESPANOL a', true],
	['a mark that makes another letter', 'कि が', 'क か', false],
	['a blank inside', 'English Speaking', 'EnglishSpeaking', false],
])('assessmentNameKey of names that differ in %s', (_what, one, other, isSame) => {
	expect(assessmentNameKey(one) === assessmentNameKey(other)).toBe(isSame);
});
