import { expect, it } from 'vitest';

import { isWebAddress } from '../../../nodes/shared/parameters.ts';

it.each([
	['https://example.com', true],
	['HTTP://example.com:8080/a?b=c#d', true],
	['http://[::1]/a', true],
	['', false],
	['example.com', false],
	['example.com:5678', false],
	['//example.com', false],
	['/thanks', false],
	['https:', false],
	['https://', false],
	['https:///example.com', false],
	['https:example.com', false],
	['https://\\example.com', false],
	['https://example.com\\a', false],
	['https://exa\tmple.com', false],
	['https://example.com/a b', false],
	['https://example.com/a\nb', false],
	['https://example.com:port', false],
	['ftp://example.com', false],
	['javascript://example.com', false],
])('isWebAddress(%j) is %s', (address, absolute) => {
	expect(isWebAddress(address)).toBe(absolute);
});
