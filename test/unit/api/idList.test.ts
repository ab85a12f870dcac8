import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readIdList } from '../../../nodes/shared/idList.ts';

it.each<[what: string, value: unknown, ids: string[]]>([
	['a list', ['a', 'b'], ['a', 'b']],
	['a list with blanks', [' a ', '', 'b'], ['a', 'b']],
	['a list of numbers', [5, 10n], ['5', '10']],
	['an id', 'a', ['a']],
	['commas and lines', ' a, b ,,c\n d\r\ne ', ['a', 'b', 'c', 'd', 'e']],
	['JSON', '["a", "b"]', ['a', 'b']],
	['JSON with a number', ' [1, "b"] ', ['1', 'b']],
	['an empty list as JSON', '[]', []],
	['what only begins like JSON', '[a, b', ['[a', 'b']],
	['a number', 5, ['5']],
	['an empty text', '', []],
	['a blank', ' ', []],
	['an empty list', [], []],
	['undefined', undefined, []],
	['null', null, []],
])('readIdList of %s, %o, is %j', (_what, value, ids) => {
	expect(readIdList(value)).toEqual(ids);
});

// Left out of a filter, each of these would let everything through.
it.each<[unknown]>([
	[{}],
	[{ groupId: 'a' }],
	[true],
	[['a', null]],
	[['a', undefined]],
	[[{ groupId: 'a' }]],
	[[['a']]],
	[[false]],
	['[{"groupId":"a"}]'],
	['[null]'],
])('readIdList refuses %o', (value) => {
	expect(readIdList(value)).toBeUndefined();
});

it('reads the same list in every form', () => {
	const ids = fc.array(fc.stringMatching(/^[\da-f-]{1,36}$/), { minLength: 1 });
	fc.assert(
		fc.property(ids, (list) => {
			for (const form of [list, JSON.stringify(list), list.join(','), list.join(' , '), list.join('\r\n')]) {
				expect(readIdList(form)).toEqual(list);
			}
		}),
	);
});
