import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	fieldsOf,
	filterWithoutValue,
	flagOf,
	isWebAddress,
	readListFilter,
} from '../../../nodes/shared/parameters.ts';

describe('a list filter', () => {
	it.each<[filters: Record<string, unknown>, names: string[], ids: string[]]>([
		[{}, [], []],
		[{ list: '' }, [], []],
		[{ list: ' ' }, [], []],
		[{ list: ['a', '', ' b '] }, ['a', 'b'], ['a', 'b']],
		[{ list: 'a, b' }, ['a, b'], ['a', 'b']],
		[{ list: 'a\nb' }, ['a\nb'], ['a', 'b']],
		[{ list: '["a, b", "c"]' }, ['a, b', 'c'], ['a, b', 'c']],
		[{ list: '[a' }, ['[a'], ['[a']],
	])('with the value %j is read as the names %j, or as the IDs %j', ({ list }, names, ids) => {
		const given = list === undefined ? {} : { assessmentNames: list, groupIds: list };
		expect(readListFilter(given, 'assessmentNames')).toEqual({ entries: names });
		expect(readListFilter(given, 'groupIds')).toEqual({ entries: ids });
	});

	it.each([
		[undefined, "The expression in the filter 'Statuses' returned no value"],
		[null, "The expression in the filter 'Statuses' returned no value"],
		[7, "The filter 'Statuses' needs a list of statuses, but got the number 7"],
		[{}, "The filter 'Statuses' needs a list of statuses, but got an object"],
		[['a', null], "The filter 'Statuses' needs a list of statuses, but got a list with null in it"],
		['["a", 7]', "The filter 'Statuses' needs a list of statuses, but got "],
	])('with the value %j is rejected, and the error says why', (statuses, message) => {
		expect(readListFilter({ statuses }, 'statuses')).toMatchObject({
			problem: { message: expect.stringContaining(message), description: expect.stringMatching(/\w/) },
		});
	});

	it('is read the same as an array, as JSON, and separated by commas or line breaks', () => {
		const ids = fc.array(fc.stringMatching(/^[\da-f-]{1,36}$/), { minLength: 1 });
		fc.assert(
			fc.property(ids, (entries) => {
				for (const groupIds of [entries, JSON.stringify(entries), entries.join(','), ` ${entries.join('\r\n')} `]) {
					expect(readListFilter({ groupIds }, 'groupIds')).toEqual({ entries });
				}
			}),
		);
	});
});

it('a filter that was added is rejected if its expression returned no value', () => {
	const since = (filters: object) => filterWithoutValue({ ...filters }, 'since', 'Since')?.message;
	for (const filters of [{}, { since: '' }, { since: 0 }]) expect(since(filters)).toBeUndefined();
	const problem = "The expression in the filter 'Since' returned no value";
	for (const filters of [{ since: undefined }, { since: null }]) expect(since(filters)).toBe(problem);
});

it('a collection keeps its fields, and any other value is read as an empty collection', () => {
	expect(fieldsOf({ a: 1 })).toEqual({ a: 1 });
	for (const other of ['text', 7, null, undefined]) expect(fieldsOf(other)).toEqual({});
});

it('a switch is on only if its value is true or the text "true"', () => {
	const values = [true, 'true', ' True ', false, 'false', '', 1, null, undefined];
	expect(values.filter(flagOf)).toEqual([true, 'true', ' True ']);
});

it('a URL is accepted only with http or https and a host, and without white space or backslashes', () => {
	const complete = ['https://example.com', 'HTTP://example.com:8080/a?b=c#d', 'http://[::1]/a'];
	const others = [
		...['', 'example.com', 'example.com:5678', '//example.com', '/thanks', 'https:', 'https://'],
		...['https:///example.com', 'https:example.com', 'https://\\example.com', 'https://example.com\\a'],
		...['https://exa\tmple.com', 'https://example.com/a b', 'https://example.com/a\nb', 'https://example.com:port'],
		...['ftp://example.com', 'javascript://example.com'],
	];
	expect([...others, ...complete].filter(isWebAddress)).toEqual(complete);
});
