import { describe, expect, it } from 'vitest';

import { ID_SEPARATOR, list as listOf } from '../../../nodes/shared/parameters/kinds.ts';
import type { Kind } from '../../../nodes/shared/parameters/parameter.ts';
import { assessmentNames, scoreStatuses } from '../../../nodes/shared/parameters/scores.ts';
import { isWebAddress } from '../../../nodes/shared/parameters/values.ts';

function read<T>(kind: Kind<T>, value: unknown): T {
	return kind('parameter').read({ get: () => value, timezone: () => 'UTC' });
}

describe('a list filter', () => {
	it.each<[list: unknown, names: string[], others: string[]]>([
		['', [], []],
		[' ', [], []],
		[['', ' a '], ['a'], ['a']],
		['a, b', ['a, b'], ['a', 'b']],
		['a\r\nb', ['a\r\nb'], ['a', 'b']],
		['["a, b", "c"]', ['a, b', 'c'], ['a, b', 'c']],
		['[a', ['[a'], ['[a']],
	])('with the value %j is read as the names %j, or as %j', (list, names, others) => {
		expect(read(assessmentNames, list)).toEqual(names);
		expect(read(listOf('Letters', '', { separator: ID_SEPARATOR }), list)).toEqual(others);
	});

	it.each([
		[7, "The filter 'Statuses' needs a list of statuses, but got the number 7"],
		[{}, "The filter 'Statuses' needs a list of statuses, but got an object"],
		[['a', null], "The filter 'Statuses' needs a list of statuses, but got a list with null in it"],
		['["a", 7]', `The filter 'Statuses' needs a list of statuses, but got '["a", 7]'`],
		['Complete', "'Complete' isn't a valid option for 'Statuses'"],
	])('with the value %j is rejected, and the error says why', (statuses, message) => {
		expect(() => read(scoreStatuses, statuses)).toThrow(message);
	});
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
