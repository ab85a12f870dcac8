import { expect, it } from 'vitest';

import { serviceWords } from '../../../nodes/api/request/body.ts';

/** JSON escapes a part of it. */
const KEY = 'k"3\\y';
const messages = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`);

// plainText.test.ts covers the length of each, the masking, and the characters that are removed.
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
	['a string with a bracket', '<name> is required', ['‹name› is required']],
	['a string with a tag', 'Use <b>name</b>', ['Use ‹b›name‹/b›']],
	['text, with the API key masked', `The key ${KEY} is unknown`, ['The key *** is unknown']],
	['unknown JSON, with the escaped API key masked', { code: `bad key ${KEY}` }, ['{"code":"bad key ***"}']],
	['an empty object', {}, []],
	['nothing visible', ['\u200b \u0007'], []],
	['no more than ten messages', messages(50), messages(10)],
])("the service's own words in an error are read from %s", (_what, body, words) => {
	expect(serviceWords(body, KEY)).toEqual(words);
});
