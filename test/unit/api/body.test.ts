import { Readable } from 'node:stream';
import { expect, it } from 'vitest';

import { jsonBody, readErrorBody, serviceWords } from '../../../nodes/api/request/body.ts';
import { MAX_DEPTH } from '../../../nodes/api/specification/responses.ts';

const readBody = async (body: Readable) =>
	await jsonBody(() => ({ value: null }), false)({ status: 200, headers: {}, body });
const bytes = Buffer.from('"Prüfung"');

function* broken() {
	yield Buffer.from('half');
	throw new Error('aborted');
}

it.each<[what: string, pieces: Iterable<Buffer>, read: unknown]>([
	['JSON that is split within a character', [bytes.subarray(0, 4), bytes.subarray(4)], 'Prüfung'],
	['JSON with a byte order mark inside a string', [Buffer.from('"\uFEFFa\uFEFF"')], '\uFEFFa\uFEFF'],
	['long JSON', ['"', 'x'.repeat(6e4), '"'].map((part) => Buffer.from(part)), 'x'.repeat(6e4)],
	['long text', [Buffer.from('no JSON'.repeat(1e4))], 'no JSON'.repeat(1e4)],
	['nothing if the connection was lost', broken(), ''],
	['nothing of JSON that is nested too deep', [Buffer.from('['.repeat(30_000) + ']'.repeat(30_000))], ''],
])('the body of an unsuccessful response is read: %s', async (_what, pieces, read) => {
	expect(await readErrorBody(Readable.from(pieces))).toEqual(read);
});

it.each([
	[MAX_DEPTH, { value: null }],
	[MAX_DEPTH + 2, { problem: "it's nested deeper than 500 levels" }],
	[100_000, { problem: "it's nested deeper than 500 levels" }],
])('a successful response can be nested only so deep: %i levels', async (depth, result) => {
	const bodies = ['['.repeat(depth) + ']'.repeat(depth), '{"a":['.repeat(depth / 2) + ']}'.repeat(depth / 2)];
	for (const text of bodies) expect(await readBody(Readable.from(text.match(/.{1,9999}/g) ?? []))).toEqual(result);
});

it.each<[which: string, read: (body: Readable) => Promise<unknown>, mostMegabytes: number]>([
	['a successful', readBody, 40],
	['an unsuccessful', readErrorBody, 4],
])('the body of %s response is read only up to a limit', async (_which, read, mostMegabytes) => {
	let megabytes = 0;
	function* endless() {
		for (; ; megabytes += 1) yield Buffer.alloc(1_000_000, 'x');
	}
	const body = Readable.from(endless());
	await read(body);
	expect(body.destroyed).toBe(true);
	expect(megabytes).toBeLessThan(mostMegabytes);
});

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
	['a map', { title: 'Bad', errors: { types: ['x', 'y'], '': ['z'] } }, ['Bad', 'types: x', 'types: y', 'z']],
	['a web page', '<!DOCTYPE html><html><body>502</body></html>', []],
	['a piece of HTML', '\n <CENTER>\n<h1>502 Bad Gateway</h1></CENTER>', []],
	['a string with a bracket', '<name> is required', ['‹name› is required']],
	['text, with the API key masked', `The key ${KEY} is unknown`, ['The key *** is unknown']],
	['unknown JSON, with the escaped API key masked', { code: `bad key ${KEY}` }, ['code: bad key ***']],
	['an empty object', {}, []],
	['no more than ten messages', messages(50), messages(10)],
])("the service's own words in an error are read from %s", (_what, body, words) => {
	expect(serviceWords(body, KEY)).toEqual(words);
});
