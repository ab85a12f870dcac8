import { Readable } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { listBody, MAX_DEPTH, MAX_HELD_BYTES, Selected } from '../../../nodes/api/request/readList.ts';
import type { Checked } from '../../../nodes/api/specification/responses.ts';
import { groups, jsonOrText } from '../../../nodes/api/specification/responses.ts';

const bodyOf = (pieces: Iterable<Buffer>) => ({ status: 200, headers: {}, body: Readable.from(pieces) });

/** The groups in a body, read while the body arrives. */
async function read(pieces: Iterable<Buffer>): Promise<Checked<object[]>> {
	const result = await listBody(groups, (element) => [element])(bodyOf(pieces));
	return 'value' in result ? { value: result.value.values } : result;
}

/** Cuts the bytes at these places, which are fractions of the whole length. */
function cut(bytes: Buffer, shares: readonly number[]): Buffer[] {
	const places = shares.map((share) => Math.floor(share * bytes.length)).sort((one, other) => one - other);
	return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** The same groups, read with JSON.parse and one check of the whole body. */
const readAtOnce = (body: string) => groups(jsonOrText(body));

/** Expects the same result, except that the problem can be described differently. */
function expectAgreement(streamed: Checked<object[]>, whole: Checked<object[]>): void {
	expect('problem' in streamed || streamed).toEqual('problem' in whole || whole);
}

const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.constantFrom('groups', '\\', '"', '[{', ']}', '","groups":[', '\u2028', '😀', '\ud800', 'ß', '\\u0022'),
);
const anyValue = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const whiteSpace = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const group = fc.record({ groupId: anyText.filter((id) => id !== ''), name: anyText, groups: anyValue });

/** The JSON text of a value, with white space between its tokens and with some characters escaped. */
function spell(value: unknown, spaces: readonly string[], escape: boolean): string {
	let next = 0;
	const space = () => spaces[next++ % spaces.length] ?? '';
	const text = (chars: string) => {
		const plain = JSON.stringify(chars);
		return escape ? plain.replace(/[a-z😀-🙏](?![^"\\]*\\)/gu, (char) => escaped(char)) : plain;
	};
	const write = (inner: unknown): string => {
		if (typeof inner === 'string') return space() + text(inner) + space();
		if (Array.isArray(inner)) return `${space()}[${inner.map(write).join(',') || space()}]${space()}`;
		if (typeof inner !== 'object' || inner === null) return space() + JSON.stringify(inner) + space();
		const fields = Object.entries(inner).map(([key, field]) => `${space()}${text(key)}${space()}:${write(field)}`);
		return `${space()}{${fields.join(',') || space()}}${space()}`;
	};
	return write(value);
}

function escaped(char: string): string {
	return [...Array(char.length).keys()]
		.map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
		.join('');
}

const documents = fc
	.record({
		before: fc.dictionary(anyText, anyValue, { maxKeys: 3, noNullPrototype: true }),
		list: fc.oneof({ weight: 6, arbitrary: fc.array(group, { maxLength: 6 }) }, { weight: 1, arbitrary: anyValue }),
		after: fc.dictionary(anyText, anyValue, { maxKeys: 3, noNullPrototype: true }),
		spaces: fc.array(whiteSpace, { minLength: 1, maxLength: 7 }),
		escape: fc.boolean(),
		mark: fc.constantFrom('', '\uFEFF'),
	})
	.map(({ before, list, after, spaces, escape, mark }) => {
		delete after.groups;
		return mark + spell({ ...before, groups: list, ...after }, spaces, escape);
	});

/** JSON objects that contain the list, or something else under its name, several times. */
const repeated = fc
	.array(fc.tuple(fc.constantFrom('"groups"', '"grou\\u0070s"', '"a\\"groups"'), fc.array(fc.oneof(group, anyValue))), {
		maxLength: 4,
	})
	.map((fields) => `{${fields.map(([key, list]) => `${key}:${JSON.stringify(list)}`).join(',')}}`);

describe('a list read as it arrives', () => {
	it('has the elements that JSON.parse finds, however the document is written and split', async () => {
		await fc.assert(
			fc.asyncProperty(documents, cuts, async (body, shares) => {
				expectAgreement(await read(cut(Buffer.from(body), shares)), readAtOnce(body));
			}),
			{ numRuns: 1_000 },
		);
	});

	it('is either rejected or read correctly if its key occurs several times', async () => {
		await fc.assert(
			fc.asyncProperty(repeated, cuts, async (body, shares) => {
				const streamed = await read(cut(Buffer.from(body), shares));
				if ('value' in streamed) expect(streamed).toEqual(readAtOnce(body));
			}),
			{ numRuns: 1_000 },
		);
	});

	it('is rejected if JSON.parse rejects the document', async () => {
		const damage = fc.record({
			at: fc.double({ min: 0, max: 1, noNaN: true }),
			removed: fc.nat(3),
			put: fc.string({ unit: fc.constantFrom(...'[]{}":,\\ 1x\n'), maxLength: 3 }),
		});
		await fc.assert(
			fc.asyncProperty(documents, damage, cuts, async (body, { at, removed, put }, shares) => {
				const place = Math.floor(at * body.length);
				const damaged = body.slice(0, place) + put + body.slice(place + removed);
				expectAgreement(await read(cut(Buffer.from(damaged), shares)), readAtOnce(Buffer.from(damaged).toString()));
			}),
			{ numRuns: 2_000 },
		);
	});
});

const GROUP = '{"groupId":"1","name":"\\"{"}';

it.each([
	['an empty body', '', "it's empty"],
	['a web page', '<!DOCTYPE html><p>"</p>', "it's a web page (HTML), not JSON"],
	['text', 'gateway error', "it's text, not JSON"],
	['an array', `[${GROUP}]`, "it's an array, not an object"],
	['a number', '1', "it's a number, not an object"],
	['an object without the list', '{"a":{"groups":[]}}', "the array 'groups' is missing"],
	['an object in place of the list', '{"groups":{"a":{}}}', "the array 'groups' is missing"],
	['the list twice', `{"groups":[],"groups":[${GROUP}]}`, "it has the array 'groups' twice"],
	['the list, then null under the same key', `{"groups":[${GROUP}],"groups":null}`, "the array 'groups' is missing"],
	['a truncated list', `{"groups":[${GROUP},`, "it's text, not JSON"],
	['a truncated element', `{"groups":[${GROUP},{"groupId":"2`, "it's text, not JSON"],
	['a document truncated after the list', `{"groups":[${GROUP}],"a":`, "it's text, not JSON"],
	['an extra comma', `{"groups":[${GROUP},]}`, "it's text, not JSON"],
	["an element that isn't JSON", '{"groups":[{x}]}', "in 'groups', entry 1: it's text, not JSON"],
	["an element that isn't an object", `{"groups":[${GROUP},2]}`, "in 'groups', entry 2: it's a number, not an object"],
	['an element without a required field', `{"groups":[${GROUP},{}]}`, "in 'groups', entry 2: 'groupId' is missing"],
	['a list in the list', `{"groups":[[${GROUP}]]}`, "in 'groups', entry 1: it's an array, not an object"],
	[
		'10,000 levels in an element',
		`{"groups":[${GROUP},{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`,
		`it is nested deeper than ${MAX_DEPTH} levels`,
	],
	['10,000 levels next to the list', `{"a":${'['.repeat(10_000)}`, `it is nested deeper than ${MAX_DEPTH} levels`],
])('the message names the problem, however the body is split: %s', async (_, text, problem) => {
	const bytes = Buffer.from(text);
	expect(await read([bytes])).toEqual({ problem });
	expect(await read([...bytes].map((byte) => Buffer.from([byte])))).toEqual({ problem });
});

it.each([
	['a string in an element', '{"groups":[{"a":"', 'x'],
	['a list of numbers', '{"groups":[', '1,'],
	['a string next to the list', '{"a":"', 'x'],
])('reading stops at 32 MB if %s never ends', async (_, begin, unit) => {
	const piece = Buffer.from(unit.repeat(2 ** 20));
	let taken = 0;
	const endless = function* () {
		yield Buffer.from(begin);
		for (; taken < 2 * MAX_HELD_BYTES; taken += piece.length) yield piece;
	};
	expect(await read(endless())).toEqual({ problem: 'it holds more than 32 MB in one piece' });
	expect(taken).toBeLessThanOrEqual(MAX_HELD_BYTES + 3 * piece.length);
});

describe('a selection', () => {
	const element = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });

	it("has as many values as requested, highest rank first, and keeps the list's order among equal ranks", () => {
		fc.assert(
			fc.property(fc.array(element), fc.integer({ min: 1, max: 12 }), (elements, limit) => {
				let count = 0;
				const all = elements.map((ranks) => ranks.map((rank) => ({ rank, place: ++count })));
				const selected = new Selected<{ rank: number }>({ limit, rank: ({ rank }) => rank });
				for (const values of all) {
					selected.add(values);
					expect(selected.size).toBeLessThan(2 * limit);
				}
				const sorted = all.flat().toSorted((one, other) => other.rank - one.rank);
				expect(selected.result()).toEqual({ values: sorted.slice(0, limit), total: count });
			}),
		);
	});

	it.each([
		['all', {}, [3, 3, 1, 1, 2, 2]],
		['up to the limit', { limit: 3 }, [3, 3, 1]],
	])("keeps the list's order if there is no rank: %s", (_, selection, values) => {
		const selected = new Selected<number>(selection);
		for (const place of [3, 1, 2]) selected.add([place, place]);
		expect(selected.result()).toEqual({ values, total: 6 });
	});
});

it('each response starts over with an empty selection', async () => {
	const readWanted = listBody(groups, ({ groupId, name }) => (name === 'wanted' ? [groupId] : []), { limit: 2 });
	const responseOf = (...names: string[]) => {
		const all = names.map((name, index) => ({ name, groupId: `${index}` }));
		return bodyOf([Buffer.from(JSON.stringify({ groups: all }))]);
	};
	expect(await readWanted(responseOf('wanted', 'other', 'wanted', 'wanted'))).toEqual({
		value: { values: ['0', '2'], total: 3 },
	});
	expect(await readWanted(responseOf('other', 'wanted'))).toEqual({ value: { values: ['1'], total: 1 } });
});
