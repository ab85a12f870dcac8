import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import { jsonBody, readErrorBody } from '../../../nodes/api/request/body.ts';

const bytes = Buffer.from('"Prüfung"');
const piecewise = () => Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]);

function* broken() {
	yield Buffer.from('half');
	throw new Error('aborted');
}

function* endless() {
	for (;;) yield Buffer.alloc(1_000_000, 'x');
}

describe('the body of a successful response', () => {
	const read = async (status: number, body: Readable) =>
		await jsonBody((value) => ({ value }))({ status, headers: {}, body });

	it('is read as JSON no matter how it is split, and is ignored after a 204', async () => {
		expect(await read(200, piecewise())).toEqual({ value: 'Prüfung' });
		expect(await read(200, Readable.from([]))).toEqual({ value: '' });
		expect(await read(204, Readable.from([Buffer.from('{}')]))).toEqual({ value: undefined });
	});

	it('is cut off at a limit if it never ends', async () => {
		const body = Readable.from(endless());
		expect(await read(200, body)).toEqual({ value: expect.stringMatching(/^x+$/) });
		expect(body.destroyed).toBe(true);
	});
});

describe('the body of an unsuccessful response', () => {
	it.each<[what: string, body: () => Readable, read: unknown]>([
		['JSON', piecewise, 'Prüfung'],
		['JSON after a byte order mark', () => Readable.from([Buffer.from('\uFEFF{"a":1}')]), { a: 1 }],
		['JSON with such a mark inside', () => Readable.from([Buffer.from('"\uFEFFa\uFEFF"')]), '\uFEFFa\uFEFF'],
		['text', () => Readable.from([Buffer.from('no JSON')]), 'no JSON'],
		['the part before the connection was lost', () => Readable.from(broken()), 'half'],
	])('is read: %s', async (_what, body, read) => {
		expect(await readErrorBody(body())).toEqual(read);
	});

	it('is read only up to a limit', async () => {
		const body = Readable.from(endless());
		expect(String(await readErrorBody(body)).length).toBeLessThan(2_000_000);
		expect(body.destroyed).toBe(true);
	});
});
