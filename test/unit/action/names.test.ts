import fc from 'fast-check';
import { expect, it } from 'vitest';

import { identifierKeys, identifiersOf } from '../../../nodes/EnterpriseAssessment/resources/assignment/identity.ts';
import { differingParts, type Name } from '../../../nodes/EnterpriseAssessment/resources/assignment/names.ts';

/** E.g. `Ada|Fox`. */
function nameOf(written: string): Name {
	const [givenName, surname] = written.split('|');
	return { givenName, surname };
}

it.each<[why: string, one: string, other: string]>([
	['with one of each', 'Jürgen Uwe|Müller', 'Jurgen Uwe|Mueller'],
	['with umlauts as characters of their own', 'Jörg|Öström'.normalize('NFD'), 'Joerg|Oestroem'],
	['with ss for ß', 'Weiß|Groß', 'WEISS|Gross'],
	['without the letters that have no accent', 'Łukasz|Sørensen', 'Lukasz|Sorensen'],
	['in Turkish', 'IŞIL|Yıldız', 'ışıl|YILDIZ'],
	['in Vietnamese', 'Đặng|Đỗ', 'Dang|Do'],
	['swapped and written differently', 'Mary-Ann|Müller', 'Mueller|Maryann'],
	['without punctuation', "D'Arcy|O'Neill-Fox", 'DArcy|ONeill Fox'],
	['with more words, one of them spelled out', 'Jörg|Mueller', 'Joerg Uwe|Müller-Fox'],
	['with words in another order', 'Ann Marie|Lee', 'Marie Ann|Lee'],
	['in one column', 'Ada Marie Fox|', 'Ada|Fox'],
	['divided at another word', 'Maryann|Lee', 'Mary|Ann Lee'],
	['with an initial', 'J.|Smith', 'John A.|Smith'],
	['with an initial in place of the family name, and swapped', 'S|Karthik', 'Karthik|Subramanian'],
	['as the family name alone', 'Fox|', 'Ada|Fox'],
	['in another script', 'Maria|York', 'Мария|Йорк'],
	['in Icelandic and French', 'Þór Œ|Guðmundsson', 'Thor Oe|Gudmundsson'],
	['in Danish', 'Jørgen Kåre|Kjærgård', 'Joergen Kaare|Kjaergaard'],
	['with an accent on a letter that stands for two', 'Ǣbbe|Fox', 'Æ\u200b\u0304bbe|Fox'],
	['in Chinese characters, in one column', '太郎|山田', '山田太郎|'],
	['in Arabic, without the signs that are optional', 'أحمد|مُحَمَّد', 'احمد|محمد'],
	['in Arabic and Persian letters', 'علی|کريمة', 'على|كريمه'],
	['in Hebrew, with vowels', 'שָׂרָה|כהן', 'שרה|כהן'],
	['in wide letters', 'Ａｄａ|Ｆｏｘ', 'Ada|Fox'],
	['partly in kana', '恵理子|山崎', 'エリ子|山ざき'],
	['in another script, with the same surname', '太郎|Yamada', 'Taro|Yamada'],
	['unknown', 'Ada|Fox', '|'],
	['only punctuation', 'Ada|Fox', '-|.'],
	['half unknown', 'Ada|', '|Fox'],
	['with signs above and below letters', 'कि|गुप्ता', 'कि|गुप्ता'],
])('names agree that are %s: %s, %s', (_why, one, other) => {
	expect(differingParts(nameOf(one), nameOf(other))).toEqual([]);
	expect(differingParts(nameOf(other), nameOf(one))).toEqual([]);
});

it.each<[why: string, one: string, other: string, parts: Array<keyof Name>]>([
	['two siblings', 'Ada|Fox', 'Bo|Fox', ['givenName']],
	['a family name that has changed', 'Ada|Fox', 'Ada|Roe', ['surname']],
	['two siblings in one column', 'Bo Fox|', 'Ada|Fox', ['givenName']],
	['two siblings, one of them swapped', 'Fox|Bo', 'Ada|Fox', ['givenName', 'surname']],
	['two people whose surname is unknown', 'Ada|', 'Bo|', ['givenName']],
	['a part of a word', 'Ann|Lee', 'Annabel|Leeds', ['givenName', 'surname']],
	['vowels that are letters of their own', 'Michal|Levi', 'Michael|Levi', ['givenName']],
	['an initial beside another family name', 'A.|Lee', 'Ann|Roe', ['givenName', 'surname']],
	['another initial', 'B.|Lee', 'Ann|Lee', ['givenName']],
	['an initial alone', 'A.|', 'Ann|Lee', ['givenName']],
	['a character that is a name', '明|王', '明华|王', ['givenName']],
	['other words', 'Ann Marie|Lee', 'Ann Louise|Lee', ['givenName']],
	['a mark that makes a different letter', 'कि|राम', 'के|राम', ['givenName']],
	['one class list numbered like another', 'Мария|Йорк', 'Иван|Петров', ['givenName', 'surname']],
])('names differ for %s: %s, %s', (_why, one, other, parts) => {
	expect(differingParts(nameOf(one), nameOf(other))).toEqual(parts);
	expect(differingParts(nameOf(other), nameOf(one))).toEqual(parts);
});

it('how a name is written never matters, nor which of the two is asked', () => {
	const text = fc.string({ unit: 'grapheme', maxLength: 100 });
	const rewrite = fc.constantFrom(
		(name: string) => name.normalize('NFD'),
		(name: string) => ` ${name}\u00a0`,
		(name: string) => name.replace(/[ -]/g, '\u2011'),
		(name: string) => name.replace(/./gu, '$&\u200b'),
	);
	fc.assert(
		fc.property(text, text, text, rewrite, (givenName, surname, another, rewritten) => {
			const one = { givenName, surname };
			expect(differingParts(one, { givenName: rewritten(givenName), surname: rewritten(surname) })).toEqual([]);
			expect(differingParts(one, { givenName: another, surname })).toEqual(
				differingParts({ givenName: another, surname }, one),
			);
		}),
	);
});

it.each<[Parameters<typeof identifiersOf>[0], ReturnType<typeof identifiersOf>, keys: string[]]>([
	[{ email: ' A@B.c ' }, { email: 'a@b.c' }, ['email a@b.c']],
	[{ email: '', uniqueIdentifier: ' N-1 ' }, { uniqueIdentifier: 'N-1' }, ['uniqueIdentifier N-1']],
	[{ email: 'a', uniqueIdentifier: 'a' }, { email: 'a', uniqueIdentifier: 'a' }, ['email a', 'uniqueIdentifier a']],
	[{ email: null, uniqueIdentifier: ' ' }, {}, []],
])('the user %j has the identifiers %j, and is found by the keys %j', (user, identifiers, keys) => {
	expect(identifiersOf(user)).toStrictEqual(identifiers);
	expect(identifierKeys(identifiers)).toEqual(keys);
});
