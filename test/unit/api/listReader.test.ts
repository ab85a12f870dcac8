import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ListReader } from '../../../nodes/api/request/listReader/listReader.ts';
import { MAX_DEPTH, MAX_ELEMENT_BYTES, MAX_SURROUNDING_BYTES } from '../../../nodes/api/request/listReader/limits.ts';
import { jsonOrText } from '../../../nodes/api/request/jsonOrText.ts';
import type { Checked } from '../../../nodes/api/specification/responses.ts';
import { groups } from '../../../nodes/api/specification/responses.ts';

interface Read {
	elements: object[];
	total: number;
}

/** Feeds the pieces until the reader has had enough, and keeps up to `wanted` elements. */
function read(pieces: Iterable<Buffer>, wanted = Number.POSITIVE_INFINITY): Checked<Read> {
	const elements: object[] = [];
	let skipped = 0;
	const reader = new ListReader(groups, {
		take: (element) => {
			elements.push(element);
		},
		skip() {
			if (elements.length < wanted) return false;
			skipped += 1;
			return true;
		},
		result: () => ({ elements, total: elements.length + skipped }),
	});
	for (const piece of pieces) {
		if (!reader.read(piece)) break;
	}
	return reader.finish();
}

const byteByByte = (bytes: Buffer) => [...bytes].map((byte) => Buffer.from([byte]));

/** Cuts at these places, given as shares of the whole. */
function cut(bytes: Buffer, shares: readonly number[]): Buffer[] {
	const places = shares.map((share) => Math.floor(share * bytes.length)).sort((one, other) => one - other);
	return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** What the whole body is judged as at once, read with JSON.parse. */
function readAtOnce(body: string): Checked<Read> {
	const checked = groups(jsonOrText(body));
	return 'problem' in checked ? checked : { value: { elements: checked.value, total: checked.value.length } };
}

const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.constantFrom('groups', '\\', '"', '[{', ']}', '","groups":[', '\u2028', '😀', '\ud800', 'ß', '\\u0022'),
);
const anyValue = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const whiteSpace = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const group = fc.record({ groupId: anyText.filter((id) => id !== ''), name: anyText, groups: anyValue });

/** JSON text of a value, with white space between any two of its tokens and some characters escaped. */
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

describe('reads what JSON.parse reads', () => {
	it('of every document, however it is spelt and cut', () => {
		fc.assert(
			fc.property(documents, cuts, (body, shares) => {
				expect(read(cut(Buffer.from(body), shares))).toEqual(readAtOnce(body));
			}),
			{ numRuns: 1_000 },
		);
	});

	it('of a document cut at every byte', () => {
		const body =
			'{"a":"\\"groups\\":[","groups":[{"groupId":"😀\\\\","name":"\\u00df]"} , {"groupId":"2","name":"ß"}],"b":[{}]}';
		const bytes = Buffer.from(body);
		for (let place = 0; place <= bytes.length; place += 1) {
			expect(read([bytes.subarray(0, place), bytes.subarray(place)])).toEqual(readAtOnce(body));
		}
		expect(read(byteByByte(bytes))).toEqual(readAtOnce(body));
	});

	it('and refuses what JSON.parse refuses', () => {
		const damage = fc.record({
			at: fc.double({ min: 0, max: 1, noNaN: true }),
			removed: fc.nat(3),
			put: fc.string({ unit: fc.constantFrom(...'[]{}":,\\ 1x\n'), maxLength: 3 }),
		});
		fc.assert(
			fc.property(documents, damage, cuts, (body, { at, removed, put }, shares) => {
				const place = Math.floor(at * body.length);
				const damaged = body.slice(0, place) + put + body.slice(place + removed);
				const whole = readAtOnce(Buffer.from(damaged).toString());
				const streamed = read(cut(Buffer.from(damaged), shares));
				expect('problem' in streamed || streamed).toEqual('problem' in whole || whole);
			}),
			{ numRuns: 2_000 },
		);
	});
});

it('counts the elements beyond those wanted, and parses none of them', () => {
	const body = '{"groups":[{"groupId":"1","name":"A"},{"groupId":"2","name":"]}"},{not parsed}],"b":1}';
	fc.assert(
		fc.property(cuts, (shares) => {
			expect(read(cut(Buffer.from(body), shares), 1)).toEqual({
				value: { elements: [{ groupId: '1', name: 'A' }], total: 3 },
			});
		}),
	);
});

it('tells of an element that may be skipped how much it holds', () => {
	const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;
	const holders = (value: object): object[] => Object.values(value).filter(isHolder);
	fc.assert(
		fc.property(fc.dictionary(anyText, anyValue, { noNullPrototype: true }), cuts, (element, shares) => {
			const shapes: unknown[] = [];
			const reader = new ListReader(groups, {
				take: () => undefined,
				skip: (shape) => shapes.push(shape) > 0,
				result: () => shapes,
			});
			for (const piece of cut(Buffer.from(JSON.stringify({ groups: [element, {}] })), shares)) reader.read(piece);
			const held = holders(element);
			const heldWithin = held.flatMap(holders).length;
			expect(reader.finish()).toEqual({
				value: [
					{ held: held.length, heldWithin },
					{ held: 0, heldWithin: 0 },
				],
			});
		}),
		{ numRuns: 1_000 },
	);
});

const GROUP = '{"groupId":"1","name":"A"}';

it.each([
	['an empty body', '', 'it is empty'],
	['a web page', '<!DOCTYPE html><p>"</p>', 'it is a web page (HTML) and not JSON'],
	['a text', 'gateway error', 'it is not JSON but text'],
	['an array', `[${GROUP}]`, 'it is an array and not an object'],
	['a number', '1', 'it is a number and not an object'],
	['an object without the list', '{"a":{"groups":[]}}', "it has no array 'groups'"],
	['something else in its place', '{"groups":{}}', "it has no array 'groups'"],
	['the list twice', `{"groups":[],"groups":[${GROUP}]}`, "it has the array 'groups' twice"],
	['something else after the list', `{"groups":[${GROUP}],"groups":null}`, "it has no array 'groups'"],
	['a list cut off', `{"groups":[${GROUP},`, 'it is not JSON but text'],
	['an element cut off', `{"groups":[${GROUP},{"groupId":"2`, 'it is not JSON but text'],
	['what follows the list cut off', `{"groups":[${GROUP}],"a":`, 'it is not JSON but text'],
	['a comma too many', `{"groups":[${GROUP},]}`, 'it is not JSON but text'],
	['an element that is not JSON', '{"groups":[{x}]}', 'it is not JSON but text'],
	['an element that is no object', `{"groups":[${GROUP},2]}`, "in 'groups', entry 2: it is a number and not an object"],
	['the same beyond those wanted', `{"groups":[${GROUP},${GROUP},null]}`, "in 'groups', entry 3: it is empty"],
	['an element that lacks something', `{"groups":[{}]}`, "in 'groups', entry 1: it has no 'groupId'"],
	[
		'10,000 levels in an element',
		`{"groups":[${GROUP},{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`,
		`in 'groups', entry 2: it is nested deeper than ${MAX_DEPTH} levels`,
	],
	['10,000 levels beside the list', `{"a":${'['.repeat(10_000)}`, `it is nested deeper than ${MAX_DEPTH} levels`],
])('%s', (_, body, problem) => {
	const bytes = Buffer.from(body);
	expect(read([bytes], 1)).toEqual({ problem });
	expect(read(byteByByte(bytes), 1)).toEqual({ problem });
});

describe('holds little of what never ends', () => {
	const PIECE = 2 ** 20;

	function* endless(begin: string, unit: string): Generator<Buffer> {
		yield Buffer.from(begin);
		const piece = Buffer.from(unit.repeat(PIECE));
		for (let sent = 0; sent < 2 * MAX_ELEMENT_BYTES; sent += piece.length) yield piece;
	}

	const LARGE_ELEMENT = `in 'groups', entry 1: it is larger than ${MAX_ELEMENT_BYTES / 2 ** 20} MB`;
	const LARGE_REST = `it holds more than ${MAX_SURROUNDING_BYTES / 2 ** 20} MB beside 'groups'`;

	it.each([
		['a text in an element', '{"groups":[{"a":"', 'x', LARGE_ELEMENT],
		['white space in an element', '{"groups":[{', ' ', LARGE_ELEMENT],
		['a number', '{"groups":[', '1', LARGE_ELEMENT],
		['a text beside the list', '{"a":"', 'x', LARGE_REST],
		['white space before everything', '', ' ', 'it is not JSON but text'],
		['white space in the list', '{"groups":[', ' ', 'it is not JSON but text'],
	])('%s', (_, begin, unit, problem) => {
		const before = process.memoryUsage().arrayBuffers;
		let most = 0;
		const watched = function* () {
			for (const piece of endless(begin, unit)) {
				yield piece;
				most = Math.max(most, process.memoryUsage().arrayBuffers - before);
			}
		};
		expect(read(watched())).toEqual({ problem });
		expect(most).toBeLessThan(3 * MAX_ELEMENT_BYTES);
	});
});
