import { expect, it } from 'vitest';

import { fieldsOf, textsOf } from '../../../nodes/shared/collections.ts';

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
	[
		['a', 'b, c'],
		['a', 'b, c'],
	],
	['a, b', ['a, b']],
	[['a', '', ' \t', 7, null, ['b']], ['a']],
	['', []],
	[undefined, []],
	[{ a: 'b' }, []],
])('the texts of %j are %j', (value, texts) => {
	expect(textsOf(value)).toEqual(texts);
});
