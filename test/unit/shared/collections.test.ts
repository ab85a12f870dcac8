import { expect, it } from 'vitest';

import { fieldsOf, flagOf, namesOf, valuesOf } from '../../../nodes/shared/collections.ts';

it.each([
	[{ a: 1 }, { a: 1 }],
	[{}, {}],
	['text', {}],
	[7, {}],
	[null, {}],
	[undefined, {}],
])('the fields of %j are %j', (collection, fields) => {
	expect(fieldsOf(collection)).toEqual(fields);
});

it.each([
	[true, true],
	['true', true],
	[' True ', true],
	[false, false],
	['false', false],
	['', false],
	[1, false],
	[null, false],
	[undefined, false],
])('the switch %j is %j', (value, flag) => {
	expect(flagOf(value)).toBe(flag);
});

it.each<[value: unknown, names: string[], values: string[]]>([
	[
		['a', 'b, c'],
		['a', 'b, c'],
		['a', 'b, c'],
	],
	['a, b', ['a, b'], ['a', 'b']],
	['["a, b", "c"]', ['a, b', 'c'], ['a, b', 'c']],
	['[a', ['[a'], ['[a']],
	[
		['a', '', ' \t', 7],
		['a', '7'],
		['a', '7'],
	],
	[2026, ['2026'], ['2026']],
	['', [], []],
	[undefined, [], []],
	[null, [], []],
	// Left out, it would let everything through.
	[{ a: 'b' }, ['{"a":"b"}'], ['{"a":"b"}']],
	[['c', { a: 'b' }], ['["c",{"a":"b"}]'], ['["c",{"a":"b"}]']],
])('the names in %j are %j, the values %j', (value, names, values) => {
	expect(namesOf(value)).toEqual(names);
	expect(valuesOf(value)).toEqual(values);
});
