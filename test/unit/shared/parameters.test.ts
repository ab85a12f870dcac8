import { describe, expect, it } from 'vitest';

import { fieldsOf, isWebAddress, readListFilter } from '../../../nodes/shared/parameters.ts';

describe('a list filter', () => {
	it.each<[list: unknown, names: string[], ids: string[]]>([
		['', [], []],
		[' ', [], []],
		[['', ' a '], ['a'], ['a']],
		['a, b', ['a, b'], ['a', 'b']],
		['a\r\nb', ['a\r\nb'], ['a', 'b']],
		['["a, b", "c"]', ['a, b', 'c'], ['a, b', 'c']],
		['[a', ['[a'], ['[a']],
	])('with the value %j is read as the names %j, or as the IDs %j', (list, names, ids) => {
		expect(readListFilter({ assessmentNames: list }, 'assessmentNames')).toEqual({ entries: names });
		expect(readListFilter({ groupIds: list }, 'groupIds')).toEqual({ entries: ids });
	});

	it.each([
		[7, "The filter 'Statuses' needs a list of statuses, but got the number 7"],
		[{}, "The filter 'Statuses' needs a list of statuses, but got an object"],
		[['a', null], "The filter 'Statuses' needs a list of statuses, but got a list with null in it"],
		['["a", 7]', "The filter 'Statuses' needs a list of statuses, but got "],
	])('with the value %j is refused, and the error says why', (statuses, message) => {
		expect(readListFilter({ statuses }, 'statuses')).toMatchObject({
			problem: { message: expect.stringContaining(message), description: expect.stringMatching(/\w/) },
		});
	});
});

it('a collection keeps its fields, and any other value is read as an empty collection', () => {
	expect(fieldsOf({ a: 1 })).toEqual({ a: 1 });
	for (const other of ['text', 7, null, undefined]) expect(fieldsOf(other)).toEqual({});
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
