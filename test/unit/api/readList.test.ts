import { Readable } from 'node:stream';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { MAX_HELD } from '../../../nodes/api/request/body.ts';
import { listBody, select } from '../../../nodes/api/request/readList.ts';
import { type Checked, groupsCheck, jsonOrText, MAX_DEPTH } from '../../../nodes/api/specification/responses.ts';
import { growth } from '../growth.ts';

const bodyOf = (pieces: Iterable<Buffer | string>) => ({ status: 200, headers: {}, body: Readable.from(pieces) });

/** Reads the groups in a body while it arrives. */
async function read(pieces: Iterable<Buffer>): Promise<Checked<object[]>> {
	const result = await listBody(groupsCheck, (element) => [element])(bodyOf(pieces));
	return 'value' in result ? { value: result.value.values } : result;
}

/** Cuts the bytes at these places, which are fractions of the whole length. */
function cut(bytes: Buffer, shares: readonly number[]): Buffer[] {
	const places = shares.map((share) => Math.floor(share * bytes.length)).sort((one, other) => one - other);
	return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** The same groups, read with JSON.parse and one check of the whole body. */
const readAtOnce = (body: string) => groupsCheck(jsonOrText(body));

const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.constantFrom('groups', '\\', 'a"groups', '[{', ']}', '","groups":[', '\u2028', '😀', '\ud800', '\\u0022'),
);
const anyValue = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const group = fc.record({ groupId: anyText.filter((id) => id !== ''), name: anyText, groups: anyValue });

/** The JSON text of a value, with this white space between its tokens, optionally with some characters escaped. */
function spell(value: unknown, space: string, escape: boolean): string {
	const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const write = (text: string) => (escape ? text.replace(/[a-z\ud800-\udfff](?![^"\\]*\\)/g, escaped) : text);
	const json = JSON.stringify(value, null, space);
	return json.replace(/("(?:[^"\\]|\\.)*")(:?)/g, (_, text: string, colon) => write(text) + (colon && space + colon));
}

const documents = fc
	.record({
		before: fc.dictionary(anyText, anyValue, { maxKeys: 3, noNullPrototype: true }),
		list: fc.oneof({ weight: 6, arbitrary: fc.array(group, { maxLength: 6 }) }, { weight: 1, arbitrary: anyValue }),
		after: fc.dictionary(anyText, anyValue, { maxKeys: 3, noNullPrototype: true }),
		space: fc.constantFrom('', ' ', '\t', '\r\n '),
		escape: fc.boolean(),
		mark: fc.constantFrom('', '\uFEFF'),
	})
	.map(({ before, list, after, space, escape, mark }) => {
		delete after.groups;
		return mark + spell({ ...before, groups: list, ...after }, space, escape);
	});

/** Characters that are put in place of others. */
const damages = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	removed: fc.nat(3),
	put: fc.string({ unit: fc.constantFrom(...'[]{}":,\\ 1x\n'), maxLength: 3 }),
});

it('a list that is read while it arrives is what JSON.parse finds, or rejects, however it is written and split', async () => {
	await fc.assert(
		fc.asyncProperty(documents, fc.option(damages), cuts, async (document, damage, shares) => {
			const { at, removed, put } = damage ?? { at: 0, removed: 0, put: '' };
			const place = Math.floor(at * document.length);
			const body = Buffer.from(document.slice(0, place) + put + document.slice(place + removed));
			const [streamed, whole] = [await read(cut(body, shares)), readAtOnce(body.toString())];
			// The problem can be described differently.
			expect('problem' in streamed || streamed).toEqual('problem' in whole || whole);
		}),
		{ numRuns: 1_500, examples: [['{"groups":[{"groupId":"ü","name":"ü"}]}', null, [24 / 41]]] },
	);
});

/** The deepest nesting that fits inside an element. The document, the list and the element are three levels themselves. */
const DEEP = ['[', ']'].map((bracket) => bracket.repeat(MAX_DEPTH - 3));
const TOO_DEEP = `it's nested deeper than ${MAX_DEPTH} levels`;
const GROUP = '{"groupId":"1","name":"\\"{"}';

it.each([
	['an empty body', '', "it's empty"],
	['a web page', '<!DOCTYPE html><p>"</p>', "it's a web page (HTML), not JSON"],
	['an array', `[${GROUP}]`, "it's an array, not an object"],
	['an object without the list', '{"a":{"groups":[]}}', "the array 'groups' is missing"],
	['an object in place of the list', '{"groups":{"a":{}}}', "the array 'groups' is missing"],
	['the list twice', `{"groups":[${GROUP}],"groups":[]}`, "it has the array 'groups' twice"],
	['the list, then null under the same key', `{"groups":[${GROUP}],"groups":null}`, "the array 'groups' is missing"],
	["an element that isn't JSON", '{"groups":[{x}]}', "in 'groups', entry 1: it's text, not JSON"],
	["an element that isn't an object", `{"groups":[${GROUP},2]}`, "in 'groups', entry 2: it's a number, not an object"],
	['an element without a required field', `{"groups":[${GROUP},{}]}`, "in 'groups', entry 2: 'groupId' is missing"],
	['too many levels in an element', `{"groups":[${GROUP},{"a":[${DEEP.join('')}]}]}`, TOO_DEEP],
	['too many levels next to the list', `{"a":${'['.repeat(10_000)}`, TOO_DEEP],
])('the message names the problem, however the body is split: %s', async (_, text, problem) => {
	const bytes = Buffer.from(text);
	expect(await read([bytes])).toEqual({ problem });
	expect(await read([...bytes].map((byte) => Buffer.from([byte])))).toEqual({ problem });
});

it.each<[what: string, bodyOf: (size: number) => string]>([
	['other arrays before the list', (size) => `{${'"a":[],'.repeat(size)}"groups":[]}`],
	['objects before the list', (size) => `{${'"a":{},'.repeat(size)}"groups":[]}`],
	['a long key before the list', (size) => `{"${'\\"'.repeat(size)}":[],"groups":[]}`],
	['white space before the list', (size) => `{"a":[${' '.repeat(size)}],"groups"${' '.repeat(size)}:[]}`],
	['elements', (size) => `{"groups":[${`${GROUP},`.repeat(size / 4)}${GROUP}]}`],
	['numbers instead of elements', (size) => `{"groups":[${'1,'.repeat(size)}1]}`],
	['arrays in an element', (size) => `{"groups":[{"groupId":"1","name":"","a":[${'[],'.repeat(size)}1]}]}`],
])('the time grows evenly with the size of a body: %s', async (_what, textOf) => {
	for (const pieceSize of [1_000, 65_536]) {
		const piecesOf = (size: number) => cut(Buffer.from(textOf(size)), sharesOf(textOf(size).length / pieceSize));
		expect(await growth(piecesOf, read, 1_000)).toBeLessThan(2.5);
	}
});

const sharesOf = (count: number) => Array.from({ length: Math.floor(count) }, (_, index) => index / count);

it.each([
	['a string in an element', '{"groups":[{"a":"', 'x'],
	['a list of numbers', '{"groups":[', '1,'],
	['a string next to the list', '{"a":"', 'x'],
])('reading stops at 32 MB if %s never ends', async (_, begin, unit) => {
	const piece = Buffer.from(unit.repeat(2 ** 20));
	let taken = 0;
	const endless = function* () {
		yield Buffer.from(begin);
		for (; taken < 2 * MAX_HELD; taken += piece.length) yield piece;
	};
	expect(await read(endless())).toEqual({ problem: 'one part of it is larger than 32 MB' });
	expect(taken).toBeLessThanOrEqual(MAX_HELD + 3 * piece.length);
});

it("a selection keeps the requested number of values, sorted by rank and then in the list's order", () => {
	const element = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });
	const limits = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
	fc.assert(
		fc.property(fc.array(element), limits, fc.boolean(), (elements, limit, isRanked) => {
			let count = 0;
			const all = elements.map((ranks) => ranks.map((rank) => ({ rank, place: ++count })));
			const rank = (value: { rank: number }) => value.rank;
			const selected = select<{ rank: number }>({ limit, ...(isRanked && { rank }) });
			for (const values of all) {
				selected.add(values);
				expect(selected.size()).toBeLessThan(2 * (limit ?? Number.POSITIVE_INFINITY));
			}
			const sorted = isRanked ? all.flat().toSorted((one, other) => other.rank - one.rank) : all.flat();
			expect(selected.result()).toEqual({ values: sorted.slice(0, limit), total: count });
		}),
	);
});

it('each response is read into a new selection, even if it arrives as strings', async () => {
	const readWanted = listBody(groupsCheck, ({ groupId, name }) => (name === 'wanted' ? [groupId] : []), { limit: 2 });
	const responseOf = (...names: string[]) => {
		return bodyOf([JSON.stringify({ groups: names.map((name, index) => ({ name, groupId: `${index}` })) })]);
	};
	expect(await readWanted(responseOf('wanted', 'other', 'wanted', 'wanted'))).toMatchObject({
		value: { values: ['0', '2'], total: 3 },
	});
	expect(await readWanted(responseOf('other', 'wanted'))).toMatchObject({ value: { values: ['1'], total: 1 } });
});

it.each([
	[65, ['ä', 'b']],
	[64, ['ä']],
])('of a list, so many bytes are read: %i', async (mostBytes, values) => {
	const reader = listBody(groupsCheck, ({ groupId }) => [groupId], { mostBytes });
	const pieces = ['{"groups":[', '{"groupId":"ä","name":""},', '{"groupId":"b","name":""}]}'];
	expect(await reader(bodyOf(pieces))).toMatchObject({ value: { values, bytes: 65 } });
});
