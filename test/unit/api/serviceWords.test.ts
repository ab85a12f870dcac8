import { describe, expect, it } from 'vitest';

import { serviceWords } from '../../../nodes/api/request/serviceWords.ts';

const said = (body: unknown) => serviceWords(body, 'k3y');

describe("the service's own words in an error", () => {
	it.each<readonly [what: string, body: unknown, messages: readonly string[]]>([
		['a bare array of strings', ['name is required', 'too long'], ['name is required', 'too long']],
		['a bare string', 'Bad things  happened\n here', ['Bad things happened here']],
		['errors as strings', { errors: ['a', 'b', 'a', ' '] }, ['a', 'b']],
		...['title', 'error', 'message', 'errorMessage', 'reason', 'description', 'detail'].map(
			(field) => [`objects with a ${field}`, [{ field: ' ', param: '', [field]: 'm' }], ['m']] as const,
		),
		...['propertyName', 'field', 'property', 'param'].map(
			(field) => [`objects with a ${field}`, [{ [field]: 'a', message: 'm' }], ['a: m']] as const,
		),
		['objects with only a code', [{ code: 'NotEligible' }], ['{"code":"NotEligible"}']],
		['a name without a message', [{ field: 'email', messages: ['a'] }], ['{"field":"email","messages":["a"]}']],
		['a nested error', { error: { code: 'E1', message: 'inner' } }, ['{"error":{"code":"E1","message":"inner"}}']],
		['errors within errors', { errors: [{ errors: [{ message: 'deep' }] }] }, ['deep']],
		['one error object', { errors: { message: 'm' } }, ['message: m']],
		['problem details', { title: 'Bad', status: 400, detail: 'No start', traceId: 't' }, ['Bad: No start']],
		['details with a map', { title: 'Bad', errors: { a: ['x', 'y'], '': ['z'] } }, ['Bad', 'a: x', 'a: y', 'z']],
		['a map to strings and objects', { errors: { a: 'x', b: { message: 'y' }, c: null } }, ['a: x', 'b: y']],
		['a web page', '<!DOCTYPE html><html><body>502</body></html>', []],
		['a piece of HTML', '\n <center><h1>502 Bad Gateway</h1></center>', []],
		['a string with a bracket', '<name> is required', ['<name> is required']],
		['a string with a tag', 'Use <b>name</b>', ['Use <b>name</b>']],
		['text, with the API key masked', 'The key k3y is unknown', ['The key *** is unknown']],
		['an empty object', {}, []],
		['nothing visible', ['\u200b \u0007'], []],
	])('are read from %s', (_what, body, messages) => {
		expect(said(body)).toEqual(messages);
	});

	it('show *** in place of an API key, even if JSON escapes it in a body of unknown structure', () => {
		expect(serviceWords({ code: 'unknown key a"b\\c' }, 'a"b\\c')).toEqual(['{"code":"unknown key ***"}']);
	});

	// plainText.test.ts covers the length of each, the masking, and the characters that are removed.
	it('are limited to ten messages', () => {
		expect(said(Array.from({ length: 50 }, (_, index) => `message ${index}`))).toHaveLength(10);
	});
});
