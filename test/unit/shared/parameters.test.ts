import { expect, it } from 'vitest';

import { fieldsOf, isWebAddress } from '../../../nodes/shared/parameters.ts';

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
