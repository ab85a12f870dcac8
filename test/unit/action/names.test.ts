import { expect, it } from 'vitest';

import type { Names } from '../../../nodes/EnterpriseAssessment/resources/assignment/names.ts';
import {
	areComparable,
	hasAll,
	haveDifferentIdentifiers,
	haveNameInCommon,
	nameKeys,
	namesOf,
} from '../../../nodes/EnterpriseAssessment/resources/assignment/names.ts';

it.each<[Parameters<typeof namesOf>[0], Names]>([
	[
		{ email: ' Nora@Example.com ', uniqueIdentifier: ' N-1 ' },
		{ email: 'nora@example.com', uniqueIdentifier: 'N-1' },
	],
	[{ email: '', uniqueIdentifier: null }, {}],
	[{ email: null, uniqueIdentifier: ' ' }, {}],
	[{}, {}],
])('of %j the names are %j', (user, names) => {
	expect(namesOf(user)).toStrictEqual(names);
});

it('names of two kinds have different keys, whatever they are', () => {
	expect(nameKeys({ email: 'a', uniqueIdentifier: 'a' })).toEqual(['email a', 'uniqueIdentifier a']);
	expect(nameKeys({ uniqueIdentifier: 'a' })).toEqual(['uniqueIdentifier a']);
	expect(nameKeys({})).toEqual([]);
});

const E = { email: 'e' };
const I = { uniqueIdentifier: 'i' };
const EI = { ...E, ...I };
const OTHER_E = { email: 'other' };
const OTHER_I = { uniqueIdentifier: 'other' };

interface Compared {
	common: boolean;
	comparable: boolean;
	hasAll: boolean;
	different: boolean;
}

// prettier-ignore
it.each<[of: Names, given: Names, Compared]>([
	[E,                    E,                    { common: true,  comparable: true,  hasAll: true,  different: false }],
	[I,                    I,                    { common: true,  comparable: true,  hasAll: true,  different: false }],
	[EI,                   E,                    { common: true,  comparable: true,  hasAll: true,  different: false }],
	[EI,                   I,                    { common: true,  comparable: true,  hasAll: true,  different: false }],
	[E,                    EI,                   { common: true,  comparable: true,  hasAll: false, different: false }],
	[I,                    EI,                   { common: true,  comparable: true,  hasAll: false, different: false }],
	[E,                    I,                    { common: false, comparable: false, hasAll: false, different: false }],
	[E,                    OTHER_E,              { common: false, comparable: true,  hasAll: false, different: false }],
	[I,                    OTHER_I,              { common: false, comparable: true,  hasAll: false, different: true  }],
	[EI,                   { ...E, ...OTHER_I }, { common: true,  comparable: true,  hasAll: false, different: true  }],
	[EI,                   { ...I, ...OTHER_E }, { common: true,  comparable: true,  hasAll: false, different: false }],
])('somebody who goes by %j and is given as %j', (of, given, compared) => {
	expect({
		common: haveNameInCommon(of, given),
		comparable: areComparable(of, given),
		hasAll: hasAll(of, given),
		different: haveDifferentIdentifiers(of, given),
	}).toEqual(compared);
	expect([haveNameInCommon(given, of), areComparable(given, of)]).toEqual([compared.common, compared.comparable]);
});
