import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import { endStream, jsonBody, readErrorBody } from '../../../nodes/api/request/body.ts';

const bytes = Buffer.from('"Prüfung"');
const piecewise = () => Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]);

function broken(): Readable {
	return Readable.from(
		(function* () {
			yield Buffer.from('half');
			throw new Error('aborted');
		})(),
	);
}

function endless(): Readable {
	return Readable.from(
		(function* () {
			for (;;) yield Buffer.alloc(1_000_000, 'x');
		})(),
	);
}

/** As n8n's HTTP helper passes a body on whose sender falls silent: it can't be destroyed while it waits for a piece. */
function silent(): Readable {
	async function* body() {
		yield Buffer.from('half');
		await new Promise(() => undefined);
	}
	return Readable.from(body(), { objectMode: false });
}

describe('a success', () => {
	const read = async (status: number, body: Readable) =>
		await jsonBody((value) => ({ value }))({ status, headers: {}, body });

	it('is JSON, however it is cut, and nothing with 204', async () => {
		expect(await read(200, piecewise())).toEqual({ value: 'Prüfung' });
		expect(await read(200, Readable.from([]))).toEqual({ value: '' });
		expect(await read(204, Readable.from([Buffer.from('{}')]))).toEqual({ value: undefined });
	});

	it('that breaks off or is given up is an error', async () => {
		await expect(read(200, broken())).rejects.toThrow('aborted');
		const body = silent();
		const reading = read(200, body);
		await new Promise((resolve) => setImmediate(resolve));
		endStream(body);
		await expect(reading).rejects.toThrow('given up');
	});

	it('that never ends is let go of', async () => {
		const body = endless();
		expect(await read(200, body)).toEqual({ value: expect.stringMatching(/^x+$/) });
		expect(body.destroyed).toBe(true);
	});
});

describe('an error', () => {
	it.each<[what: string, body: () => Readable, read: unknown]>([
		['JSON', piecewise, 'Prüfung'],
		['JSON after a byte order mark', () => Readable.from([Buffer.from('\uFEFF{"a":1}')]), { a: 1 }],
		['a text', () => Readable.from([Buffer.from('no JSON')]), 'no JSON'],
		['what came before the connection broke', broken, 'half'],
	])('is read: %s', async (_what, body, read) => {
		expect(await readErrorBody(body())).toEqual(read);
	});

	it('is read no further than its beginning', async () => {
		const body = endless();
		expect(String(await readErrorBody(body)).length).toBeLessThan(2_000_000);
		expect(body.destroyed).toBe(true);
	});

	it('is what came until it was given up', async () => {
		const body = new PassThrough();
		body.write('half');
		const reading = readErrorBody(body);
		await new Promise((resolve) => setImmediate(resolve));
		endStream(body);
		expect(await reading).toBe('half');
	});
});
