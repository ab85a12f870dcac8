import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import { isByteStream, readErrorBody, readText } from '../../../nodes/api/request/byteStream.ts';

const never = () => new AbortController().signal;

function openAfter(text: string): PassThrough {
	const stream = new PassThrough();
	stream.write(text);
	return stream;
}

/** As n8n's HTTP helper passes a body on whose sender falls silent: it can't be destroyed while it waits for a piece. */
function silentAfter(text: string): Readable {
	async function* body() {
		yield Buffer.from(text);
		await new Promise(() => undefined);
	}
	return Readable.from(body(), { objectMode: false });
}

describe('readErrorBody', () => {
	it.each<[what: string, chunks: string[], body: unknown]>([
		['JSON in pieces', ['{"err', 'ors":["a"]}'], { errors: ['a'] }],
		['JSON after a byte order mark', ['\uFEFF{"a":1}'], { a: 1 }],
		['a text', ['no JSON'], 'no JSON'],
		['nothing', [], ''],
	])('reads %s', async (_what, chunks, body) => {
		expect(await readErrorBody(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), never())).toEqual(body);
	});

	it('keeps characters that are cut between two pieces', async () => {
		const bytes = Buffer.from('"Prüfung"');
		expect(await readErrorBody(Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]), never())).toBe('Prüfung');
	});

	it('reads no more than the beginning of something endless, and lets go of it', async () => {
		const endless = Readable.from(
			(function* () {
				for (;;) yield Buffer.alloc(10_000, 'x');
			})(),
		);
		const body = await readErrorBody(endless, never());
		expect(String(body).length).toBeGreaterThanOrEqual(64 * 1024);
		expect(String(body).length).toBeLessThan(100_000);
		expect(endless.destroyed).toBe(true);
	});

	it('takes what came before the connection broke', async () => {
		const broken = Readable.from(
			(function* () {
				yield Buffer.from('half');
				throw new Error('aborted');
			})(),
		);
		expect(await readErrorBody(broken, never())).toBe('half');
		expect(broken.destroyed).toBe(true);
	});

	it.each([
		['stands still', openAfter],
		['waits for a piece', silentAfter],
	])('does not wait for a stream that %s', async (_what, open) => {
		const still = open('half');
		const controller = new AbortController();
		const body = readErrorBody(still, controller.signal);
		await new Promise((resolve) => setImmediate(resolve));
		controller.abort();
		expect(await body).toBe('half');
		expect(still.destroyed).toBe(true);
		const late = new PassThrough();
		expect(await readErrorBody(late, controller.signal)).toBe('');
	});
});

describe('readText', () => {
	it('reads the whole body, characters that are cut between two pieces included', async () => {
		const bytes = Buffer.from('Prüfung'.repeat(50_000));
		const pieces = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, index) =>
			bytes.subarray(index * 997, (index + 1) * 997),
		);
		expect(await readText(Readable.from(pieces, { objectMode: false }), [])).toBe(bytes.toString());
	});

	it('throws what broke the body, or that a signal ended it', async () => {
		const broken = new PassThrough();
		broken.write('half');
		const reading = readText(broken, []);
		broken.destroy(new Error('aborted'));
		await expect(reading).rejects.toThrow('aborted');
		for (const still of [openAfter('half'), silentAfter('half')]) {
			const controller = new AbortController();
			const waiting = readText(still, [never(), controller.signal]);
			await new Promise((resolve) => setImmediate(resolve));
			controller.abort();
			await expect(waiting).rejects.toThrow('given up');
			expect(still.destroyed).toBe(true);
		}
		await expect(readText(new PassThrough(), [AbortSignal.abort()])).rejects.toThrow('given up');
	});
});

it('isByteStream tells streams from bodies', () => {
	expect(isByteStream(new PassThrough())).toBe(true);
	for (const body of ['text', null, undefined, {}, [], Buffer.from('x'), { destroy: () => undefined }]) {
		expect(isByteStream(body)).toBe(false);
	}
});
