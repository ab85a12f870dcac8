import { Readable } from 'node:stream';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ListReader, MAX_DEPTH, MAX_HELD_BYTES } from '../../../nodes/api/request/listReader.ts';
import { listBody } from '../../../nodes/api/request/readList.ts';
import type { Checked } from '../../../nodes/api/specification/responses.ts';
import { groups, jsonOrText } from '../../../nodes/api/specification/responses.ts';

/** Feeds the pieces until the reader has had enough. */
function read(pieces: Iterable<Buffer>): Checked<object[]> {
	const elements: object[] = [];
	const reader = new ListReader(groups, (element) => elements.push(element));
	for (const piece of pieces) {
		if (!reader.read(piece)) break;
	}
	const problem = reader.finish();
	return problem === undefined ? { value: elements } : { problem };
}

const byteByByte = (bytes: Buffer) => [...bytes].map((byte) => Buffer.from([byte]));

/** Cuts at these places, given as shares of the whole. */
function cut(bytes: Buffer, shares: readonly number[]): Buffer[] {
	const places = shares.map((share) => Math.floor(share * bytes.length)).sort((one, other) => one - other);
	return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/** What the whole body is judged as at once, read with JSON.parse. */
const readAtOnce = (body: string) => groups(jsonOrText(body));

/** What is wrong may be told otherwise. */
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

/** Objects of JSON in which the list, or something else of its name, stands several times. */
const repeated = fc
	.array(fc.tuple(fc.constantFrom('"groups"', '"grou\\u0070s"', '"a\\"groups"'), fc.array(fc.oneof(group, anyValue))), {
		maxLength: 4,
	})
	.map((fields) => `{${fields.map(([key, list]) => `${key}:${JSON.stringify(list)}`).join(',')}}`);

describe('reads what JSON.parse reads', () => {
	it('of every document, however it is spelt and cut', () => {
		fc.assert(
			fc.property(documents, cuts, (body, shares) => {
				expectAgreement(read(cut(Buffer.from(body), shares)), readAtOnce(body));
			}),
			{ numRuns: 1_000 },
		);
	});

	it('of a list that stands there several times, or refuses it', () => {
		fc.assert(
			fc.property(repeated, cuts, (body, shares) => {
				const streamed = read(cut(Buffer.from(body), shares));
				if ('value' in streamed) expect(streamed).toEqual(readAtOnce(body));
			}),
			{ numRuns: 1_000 },
		);
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
				expectAgreement(read(cut(Buffer.from(damaged), shares)), readAtOnce(Buffer.from(damaged).toString()));
			}),
			{ numRuns: 2_000 },
		);
	});
});

const GROUP = '{"groupId":"1","name":"\\"{"}';

it.each([
	['an empty body', '', 'it is empty'],
	['a web page', '<!DOCTYPE html><p>"</p>', 'it is a web page (HTML) and not JSON'],
	['a text', 'gateway error', 'it is not JSON but text'],
	['an array', `[${GROUP}]`, 'it is an array and not an object'],
	['a number', '1', 'it is a number and not an object'],
	['an object without the list', '{"a":{"groups":[]}}', "it has no array 'groups'"],
	['something else in its place', '{"groups":{"a":{}}}', "it has no array 'groups'"],
	['the list twice', `{"groups":[],"groups":[${GROUP}]}`, "it has the array 'groups' twice"],
	['something else after the list', `{"groups":[${GROUP}],"groups":null}`, "it has no array 'groups'"],
	['a list cut off', `{"groups":[${GROUP},`, 'it is not JSON but text'],
	['an element cut off', `{"groups":[${GROUP},{"groupId":"2`, 'it is not JSON but text'],
	['what follows the list cut off', `{"groups":[${GROUP}],"a":`, 'it is not JSON but text'],
	['a comma too many', `{"groups":[${GROUP},]}`, 'it is not JSON but text'],
	['an element that is not JSON', '{"groups":[{x}]}', "in 'groups', entry 1: it is not JSON but text"],
	['an element that is no object', `{"groups":[${GROUP},2]}`, "in 'groups', entry 2: it is a number and not an object"],
	['an element that lacks something', `{"groups":[${GROUP},{}]}`, "in 'groups', entry 2: it has no 'groupId'"],
	['a list in the list', `{"groups":[[${GROUP}]]}`, "in 'groups', entry 1: it is an array and not an object"],
	[
		'10,000 levels in an element',
		`{"groups":[${GROUP},{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`,
		`it is nested deeper than ${MAX_DEPTH} levels`,
	],
	['10,000 levels beside the list', `{"a":${'['.repeat(10_000)}`, `it is nested deeper than ${MAX_DEPTH} levels`],
])('%s', async (_, text, problem) => {
	const bytes = Buffer.from(text);
	expect(read([bytes])).toEqual({ problem });
	const inPieces = { status: 200, headers: {}, body: Readable.from(byteByByte(bytes)) };
	expect(await listBody(groups, () => [])(inPieces)).toEqual({ problem });
});

it.each([
	['a text in an element', '{"groups":[{"a":"', 'x'],
	['numbers in the list', '{"groups":[', '1,'],
	['a text beside the list', '{"a":"', 'x'],
])('%s that never ends', (_, begin, unit) => {
	const piece = Buffer.from(unit.repeat(2 ** 20));
	let taken = 0;
	const endless = function* () {
		yield Buffer.from(begin);
		for (; taken < 2 * MAX_HELD_BYTES; taken += piece.length) yield piece;
	};
	expect(read(endless())).toEqual({ problem: 'it holds more than 32 MB in one piece' });
	expect(taken).toBeLessThanOrEqual(MAX_HELD_BYTES + piece.length);
});
