import { expect, it } from 'vitest';
import { normalizePrefix, splitAddress } from '../../../simulator/http/addresses.ts';

it.each([
	['/2020q3/scores', '', '/2020q3/scores', null, '2020q3', '/scores'],
	['/2020q3/scores?a=b?c', '', '/2020q3/scores', 'a=b?c', '2020q3', '/scores'],
	['/beta/score', '', '/beta/score', null, 'beta', '/score'],
	['/assess/2020q1/webhook/example', '/assess', '/assess/2020q1/webhook/example', null, '2020q1', '/webhook/example'],
	['/2020q3/scores', '/assess', '/2020q3/scores', null, undefined, null],
	['/2020q3', '', '/2020q3', null, undefined, null],
	['/2020q33/scores', '', '/2020q33/scores', null, undefined, null],
	['/', '', '/', null, undefined, null],
])('%s below %j', (target, prefix, path, query, segment, endpoint) => {
	const split = splitAddress(target, prefix);
	expect([split.path, split.query, split.version?.segment, split.endpoint]).toEqual([path, query, segment, endpoint]);
});

it.each([
	[undefined, ''],
	['', ''],
	['/', ''],
	['assess', '/assess'],
	['/a/b/', '/a/b'],
])('the path %j is %j', (prefix, expected) => {
	expect(normalizePrefix(prefix)).toBe(expected);
});
