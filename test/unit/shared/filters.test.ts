import { describe, expect, it } from 'vitest';

import { nameKey, readListFilter } from '../../../nodes/shared/filters.ts';

describe('a list filter', () => {
	it.each<[list: unknown, names: string[], ids: string[]]>([
		['', [], []],
		[' ', [], []],
		[['', ' a '], ['a'], ['a']],
		['a, b', ['a, b'], ['a', 'b']],
		['a\r\nb', ['a\r\nb'], ['a', 'b']],
		['["a, b", "c"]', ['a, b', 'c'], ['a, b', 'c']],
		['[a', ['[a'], ['[a']],
	])('with the value %j is read as the names %j, or as the IDs %j', (list, names, ids) => {
		expect(readListFilter({ assessmentNames: list }, 'assessmentNames')).toEqual({ entries: names });
		expect(readListFilter({ groupIds: list }, 'groupIds')).toEqual({ entries: ids });
	});

	it.each([
		[7, "The filter 'Statuses' needs a list of statuses, but got the number 7"],
		[{}, "The filter 'Statuses' needs a list of statuses, but got an object"],
		[['a', null], "The filter 'Statuses' needs a list of statuses, but got a list with null in it"],
		['["a", 7]', `The filter 'Statuses' needs a list of statuses, but got '["a", 7]'`],
	])('with the value %j is rejected, and the error says why', (statuses, message) => {
		expect(readListFilter({ statuses }, 'statuses')).toMatchObject({
			problem: { message: expect.stringContaining(message), description: expect.stringMatching(/\w/) },
		});
	});
});

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
