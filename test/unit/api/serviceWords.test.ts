import { expect, it } from 'vitest';

import { serviceWords } from '../../../nodes/api/request/body.ts';

/** JSON escapes a part of it. */
const KEY = 'k"3\\y';
const messages = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`);

// plainText.test.ts covers the length of each, the masking, and the characters that are removed.
it.each<readonly [what: string, body: unknown, messages: readonly string[]]>([
	['a bare array of strings', ['name is required', 'too long'], ['name is required', 'too long']],
	['a bare string', 'Bad things  happened\n here', ['Bad things happened here']],
	['errors as strings', { errors: ['a', 'b', ' '] }, ['a', 'b']],
	['objects', [{ code: 'NotEligible', field: '', message: 'm' }], ['code: NotEligible', 'm']],
	['pairs of name and message', [{ propertyName: 'a', errorMessage: 'm' }], ['a', 'm']],
	['a nested error', { error: { code: 7, message: 'inner', more: null } }, ['code: 7', 'inner']],
	['problem details', { type: 'https:x', title: 'Bad', status: 400, detail: 'No', traceId: 't' }, ['Bad', 'No']],
	['details with a map', { title: 'Bad', errors: { a: ['x', 'y'], '': ['z'] } }, ['Bad', 'a: x', 'a: y', 'z']],
	['a web page', '<!DOCTYPE html><html><body>502</body></html>', []],
	['a piece of HTML', '\n <center><h1>502 Bad Gateway</h1></center>', []],
	['a string with a bracket', '<name> is required', ['‹name› is required']],
	['text, with the API key masked', `The key ${KEY} is unknown`, ['The key *** is unknown']],
	['unknown JSON, with the escaped API key masked', { code: `bad key ${KEY}` }, ['code: bad key ***']],
	['an empty object', {}, []],
	['no more than ten messages', messages(50), messages(10)],
])("the service's own words in an error are read from %s", (_what, body, words) => {
	expect(serviceWords(body, KEY)).toEqual(words);
});
