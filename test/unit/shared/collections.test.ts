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

it.each<[what: string, value: unknown, names: string[], values: string[]]>([
	['a list', ['a', 'b, c'], ['a', 'b, c'], ['a', 'b, c']],
	['a text', 'a, b', ['a, b'], ['a', 'b']],
	['a list as JSON', '["a, b", "c"]', ['a, b', 'c'], ['a, b', 'c']],
	['what only begins like JSON', '[a', ['[a'], ['[a']],
	['a list with blanks', ['a', '', ' \t', ' b '], ['a', 'b'], ['a', 'b']],
	['nothing', undefined, [], []],
	// Left out, it would let everything through.
	['an object', { a: 'b' }, ['{"a":"b"}'], ['{"a":"b"}']],
	['a list with an object', ['c', { a: 'b' }], ['["c",{"a":"b"}]'], ['["c",{"a":"b"}]']],
])('in %s, %j, the names are %j, the values %j', (_what, value, names, values) => {
	expect(namesOf(value)).toEqual(names);
	expect(valuesOf(value)).toEqual(values);
});
