import { expect, it } from 'vitest';

import type { Names } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import {
	haveDifferentIdentifiers,
	nameKeys,
	namesOf,
} from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';

it.each<[Parameters<typeof namesOf>[0], Names]>([
	[
		{ email: ' Nora@Example.com ', uniqueIdentifier: ' N-1 ' },
		{ email: 'nora@example.com', uniqueIdentifier: 'N-1' },
	],
	[{ email: '', uniqueIdentifier: null }, {}],
	[{ email: null, uniqueIdentifier: ' ' }, {}],
	[{}, {}],
])('the names of %j are %j', (user, names) => {
	expect(namesOf(user)).toStrictEqual(names);
});

it('names of two kinds have different keys, even if they are the same text', () => {
	expect(nameKeys({ email: 'a', uniqueIdentifier: 'a' })).toEqual(['email a', 'uniqueIdentifier a']);
	expect(nameKeys({ uniqueIdentifier: 'a' })).toEqual(['uniqueIdentifier a']);
	expect(nameKeys({})).toEqual([]);
});

it.each<[one: Names, other: Names, different: boolean]>([
	[{ uniqueIdentifier: 'i' }, { uniqueIdentifier: 'i' }, false],
	[{ uniqueIdentifier: 'i' }, { uniqueIdentifier: 'other' }, true],
	[{ uniqueIdentifier: 'i' }, { uniqueIdentifier: 'I' }, true],
	[{ uniqueIdentifier: 'i' }, { email: 'e' }, false],
	[{ email: 'e', uniqueIdentifier: 'i' }, { email: 'e', uniqueIdentifier: 'other' }, true],
])('%j and %j have different identifiers: %s', (one, other, different) => {
	expect(haveDifferentIdentifiers(one, other)).toBe(different);
	expect(haveDifferentIdentifiers(other, one)).toBe(different);
});
