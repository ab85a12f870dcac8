import { expect, it } from 'vitest';

import { nameKey, unknownError } from '../../../nodes/shared/filters.ts';

it.each<[what: string, one: string, other: string, isSame: boolean]>([
	['case', 'English Speaking', 'ENGLISH speaking', true],
	['surrounding spaces', ' English Speaking\n', 'English Speaking', true],
	['the way accents are written', 'Español é', 'Español é'.normalize('NFD'), true],
	['the way accents are written, in capitals', 'ESPAÑOL'.normalize('NFD'), 'español', true],
	['accents, and optional vowels', 'Español Ä שָׁלוֹם رَحْمٰـن', 'ESPANOL a שלום رحمن', true],
	['no-break and other blanks', 'English\u00a0Speaking', 'English\u2003Speaking\u3000', true],
	['double blanks, tabs and line breaks', 'English \t Speaking  A1', 'English\r\nSpeaking\tA1', true],
	['characters no one sees', '\ufeffEng\u200blish\u00ad Speak\u2060ing\u200e', 'English Speaking', true],
	['a mark that makes a different letter', 'कि が', 'क か', false],
	['letters that only capitals share', 'Straße', 'STRASSE', false],
	['a space inside', 'English Speaking', 'EnglishSpeaking', false],
])('names that differ in %s (%j, %j) refer to the same assessment: %s', (_what, one, other, isSame) => {
	expect(nameKey(one) === nameKey(other)).toBe(isSame);
});

it('a thousand characters of a name count', () => {
	const key = (length: number, end: string) => nameKey(`${'x'.repeat(length)}${end}`);
	expect(key(1_000, 'a')).toBe(key(1_000, 'b'));
	expect(key(999, 'a')).not.toBe(key(999, 'b'));
});

it('a message about unknown names shows what no one can see, and is short', () => {
	const { message, description } = unknownError(['Engl\u200Bsh\n', 'x'.repeat(1_000)], [{ name: '7b' }], {
		kind: 'group',
	});
	expect(message).toMatch(/ no group called 'Engl\[U\+200B\]sh\[U\+000A\]' or 'x{200}…' \('Group Names or IDs'\)$/);
	expect(description).toBe("Use one of these: '7b'");
});
