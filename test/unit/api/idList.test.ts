import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readIdList } from '../../../nodes/shared/idList.ts';

it.each<[value: unknown, ids: string[]]>([
	[
		['a', 'b'],
		['a', 'b'],
	],
	[
		[' a ', '', 'b'],
		['a', 'b'],
	],
	[
		[5, 10n],
		['5', '10'],
	],
	['a', ['a']],
	[' a, b ,,c\n d\r\ne ', ['a', 'b', 'c', 'd', 'e']],
	['["a", "b"]', ['a', 'b']],
	[' [1, "b"] ', ['1', 'b']],
	['[]', []],
	['[a, b', ['[a', 'b']],
	[5, ['5']],
	['', []],
	[' ', []],
	[[], []],
	[undefined, []],
	[null, []],
])('readIdList of %o is %j', (value, ids) => {
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
