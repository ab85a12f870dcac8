import { expect, it } from 'vitest';

import { fieldsOf, flagOf } from '../../../nodes/shared/parameters.ts';

it.each([
	[{ a: 1 }, { a: 1 }],
	[{}, {}],
	['text', {}],
	[7, {}],
	[null, {}],
	[undefined, {}],
])('the collection %j is read as the fields %j', (collection, fields) => {
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
])('the switch value %j is read as %j', (value, flag) => {
	expect(flagOf(value)).toBe(flag);
});
