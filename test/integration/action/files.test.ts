import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { listen } from '../support/listen.ts';
import { execute, storedBytes, useFileStore } from '../support/n8nContext.ts';
import { when } from '../support/virtualTime.ts';
import { failureOf, run, useAction } from './support.ts';

const action = useAction();

const BYTES = 300_000;

beforeAll(useFileStore);
afterEach(() => vi.restoreAllMocks());

/**
 * The number of files that n8n has stored (each has its metadata beside it), and the number of partial files. n8n 1.x keeps
 * the received part of an interrupted download until it deletes the execution.
 */
function stored() {
	const root = process.env.N8N_USER_FOLDER ?? '';
	const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
		(path) => path.includes('binary_data') && statSync(join(root, path)).isFile(),
	);
	const whole = paths.filter((path) => path.endsWith('.metadata')).length;
	return { whole, parts: paths.length - 2 * whole };
}

/** Downloads a recording while the simulator injects a fault. */
async function download(fault: Fault, times: number | 'always', signal?: AbortSignal) {
	const { link } = await action.control().createFile({ bytes: BYTES });
	await action.inject(fault, undefined, { times });
	const before = stored();
	const timeout = fault.kind === 'slowBody' && signal === undefined ? 10 : 60;
	const node = action.node('file.downloadAudio', { link, options: { timeout } });
	const running = execute(node, undefined, signal);
	const since = () => ({ whole: stored().whole - before.whole, parts: stored().parts - before.parts });
	return { running, since };
}

describe('a file', () => {
	it.each([
		['file.downloadAudio', 'audio', 'audio/wav', /^RIFF/],
		['file.downloadText', 'text', 'text/plain', /\S/],
		['file.downloadCertificate', 'certificate', 'application/pdf', /^%PDF-/],
	] as const)('is stored by %s exactly as the service sends it', async (operation, kind, mimeType, beginning) => {
		const link = (await action.links())[kind];
		const expected = await action.servedBytes(link);
		for (const form of [link, `/${link}`, `${action.baseHost()}/${link}`]) {
			const [item] = await action.run(operation, { link: form, binaryPropertyName: kind });
			const bytes = await storedBytes(item, kind);
			expect(bytes.equals(expected)).toBe(true);
			expect((await action.requests()).at(-1)?.headers).toHaveProperty('accept', '*/*');
			expect(bytes.toString('latin1')).toMatch(beginning);
			expect(item?.json).toEqual({ fileName: expect.any(String), mimeType, fileSize: expected.length, link: form });
			expect(item?.binary?.[kind]).toMatchObject({ mimeType, fileName: item?.json.fileName });
			expect(item?.binary?.[kind]?.id).toMatch(/^filesystem/);
		}
	});

	it.each([true, false])('of five megabytes is stored completely (Content-Length: %s)', async (declareLength) => {
		const bytes = 5 * 1024 * 1024 + 1;
		const { link } = await action.control().createFile({ bytes, declareLength });
		// The account has someone whose name is damaged.
		const fileName = 'J\uFFFDrgen.mp3';
		const [item] = await action.run('file.downloadAudio', { link, options: { fileName } });
		expect(item).toMatchObject({ json: { fileName, fileSize: bytes }, binary: { data: { mimeType: 'audio/wav' } } });
		expect((await storedBytes(item, 'data')).equals(await action.servedBytes(link))).toBe(true);
	});
});

it('an item without a link fails or passes through, as wanted, and other items get the files that their fields link to', async () => {
	const { certificate } = await action.links();
	const photo = { data: '', mimeType: 'image/png' };
	const items = [{ certificateUrl: certificate }, { certificateUrl: null }, {}].map((json) => ({
		// n8n's Retry On Fail would act on this field.
		json: { ...json, error: 'of a node before' },
		binary: { photo },
	}));
	const downloaded = await action.run('file.downloadCertificate', { ifLinkMissing: 'skip' }, items);
	expect(downloaded.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['photo', 'data'], ['photo'], ['photo']]);
	const none = { fileName: null, mimeType: null, fileSize: null, link: null };
	expect(downloaded.slice(1).map(({ json }) => json)).toEqual([{ certificateUrl: null, ...none }, none]);
	expect(Object.keys(downloaded[0]?.json ?? {})).toEqual(Object.keys(downloaded[1]?.json ?? {}));
	expect(downloaded.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_item, item) => ({ item })));
	expect(await action.requests()).toHaveLength(1);
	for (const item of items.slice(1)) {
		const { message, description } = await action.failure('file.downloadCertificate', {}, [item]);
		expect(message).toBe("The parameter 'Link' is empty, so there's no certificate file to download");
		expect(description).toMatch(/set 'If Link Is Missing' to 'Skip the Download'\. .* The input item has /);
	}
});

describe("a file's name", () => {
	const slow: Fault = { kind: 'slowBody', chunkBytes: 100_000, delayMs: 100 };
	const ofUnknownType: Fault = { kind: 'status', status: 200, headers: { 'Content-Type': 'a/b-c' }, body: 'a' };

	it.each<[wanted: string, named: string, fault?: Fault]>([
		['A.pdf|A.pdf|A (2).pdf|A (2).pdf', 'A.pdf|A (2).pdf|A (2) (2).pdf|A (2) (3).pdf'],
		['b (2).pdf|B.pdf|a.a.pdf|a.a.PDF|A.a.pdf|B.pdf', 'b (2).pdf|B.pdf|a.a.pdf|a.a (2).PDF|A.a (3).pdf|B (3).pdf'],
		["Máire O'Néill|Máire O'Néill|Máire O'Néill.pdf", "Máire O'Néill.pdf|Máire O'Néill (2).pdf|Máire O'Néill (3).pdf"],
		['Ann Lee, B1/B2, 2026/27.pdf|Anna\\Lena.pdf|../x.pdf', 'Ann Lee, B1-B2, 2026-27.pdf|Anna-Lena.pdf|-x.pdf'],
		['|/| \\/ / |.hidden', 'its.pdf|its (2).pdf|its (3).pdf|hidden.pdf'],
		['Anna|anna', 'Anna|anna (2)', ofUnknownType],
	])('is as requested, %j, and differs from those of earlier items: %j', async (wanted, named, fault = slow) => {
		const names = named.split('|');
		const file = { kind: 'certificate', bytes: 300_000, contentDisposition: 'a; filename=its.pdf' } as const;
		const { link } = await action.control().createFile(file);
		// The first downloads end last.
		await action.inject(fault, undefined, { times: 2 });
		const items = wanted.split('|').map((name) => {
			const photo = { data: '', mimeType: 'image/png', fileName: 'A.pdf' };
			return { json: { name, files: 'as it was' }, binary: { photo, data: photo } };
		});
		const parameters = { link, options: { fileName: '={{ $json.name }}' } };
		const downloaded = await action.run('file.downloadCertificate', parameters, items);
		expect(downloaded.map(({ json }) => json.fileName)).toEqual(names);
		expect(downloaded.map(({ binary }) => binary?.data?.fileName)).toEqual(names);
		expect(downloaded.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_item, item) => ({ item })));
		// What comes in with an item stays as it is.
		for (const [index, { json, binary }] of downloaded.entries())
			expect([json.files, binary?.photo]).toEqual(['as it was', items[index]?.binary.photo]);
	});
});

describe('a download', () => {
	it('succeeds on the third try after it is cut off twice', async () => {
		const { running, since } = await download({ kind: 'truncate', bytes: 200_000 }, 2);
		expect((await running)[0]?.json.fileSize).toBe(BYTES);
		expect(await action.requests()).toHaveLength(3);
		expect(since()).toEqual({ whole: 1, parts: isFirstGeneration ? 2 : 0 });
	});

	it.each<[how: string, fault: Fault, message: RegExp]>([
		['is cut off after the first byte', { kind: 'truncate', bytes: 1 }, /^The connection to the service was lost \(/],
		['is cut off before the last byte', { kind: 'truncate', bytes: BYTES - 1 }, /^The connection .* was lost \(/],
		['takes too long', { kind: 'slowBody', chunkBytes: 1_000, delayMs: 100 }, /didn't answer in time \(/],
	])('fails without storing a file if every try %s', async (_how, fault, message) => {
		const { running, since } = await download(fault, 'always');
		const failure = await failureOf(running);
		expect(failure.message).toMatch(message);
		expect(failure.message).toMatch(/audio download, .*4 tries\)$/);
		expect(since()).toEqual({ whole: 0, parts: isFirstGeneration ? 4 : 0 });
		expect(await action.requests()).toHaveLength(4);
	});

	it.each([100, 3_600_000])('stops and stores nothing if it is canceled (%i ms per kB)', async (delayMs) => {
		const cancel = new AbortController();
		const fault = { kind: 'slowBody', chunkBytes: 1_000, delayMs } as const;
		const store = vi.spyOn(Container.get(BinaryDataService), 'store');
		const { running, since } = await download(fault, 'always', cancel.signal);
		const failed = failureOf(running);
		await when(
			() => expect(store).toHaveBeenCalled(),
			() => cancel.abort(),
		);
		expect((await failed).message).toMatch(/^The execution was canceled/);
		expect(since().whole).toBe(0);
		expect(await action.requests()).toHaveLength(1);
	});

	it("fails with the reason if n8n can't store the file", async () => {
		const { audio: link } = await action.links();
		vi.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValueOnce(new Error('ENOSPC: no space left'));
		expect(await action.failure('file.downloadAudio', { link })).toMatchObject({
			message: "n8n couldn't store the downloaded file",
			description: 'ENOSPC: no space left',
		});
	});
});

describe('a response that may not be the file', () => {
	it.each<[Fault, problem: string]>([
		[{ kind: 'html' }, "it's a web page (HTML) or JSON, not a file"],
		[{ kind: 'json', json: { errors: [] } }, "it's a web page (HTML) or JSON, not a file"],
		[{ kind: 'status', status: 204 }, "it's empty"],
	])('causes an error: %j', async (fault, problem) => {
		await action.inject(fault);
		const { certificate: link } = await action.links();
		const { message } = await action.failure('file.downloadCertificate', { link });
		expect(message).toContain(` doesn't match the API specification: ${problem} (certificate download)`);
	});

	it('is still stored if it is a written response in HTML', async () => {
		const file = { bytes: 10, kind: 'text', contentType: 'text/html', contentDisposition: null } as const;
		const { link } = await action.control().createFile(file);
		const [item] = await action.run('file.downloadText', { link });
		const fileName = `text-${link.split('/').at(-1)}.html`;
		expect(item?.json).toMatchObject({ fileName, mimeType: 'text/html', fileSize: 10 });
	});
});

const bytes = Buffer.from(Array.from({ length: BYTES }, (_, index) => index * index));
const zipped = gzipSync(bytes);

it.each<[what: string, encoding: string, body: Buffer, outcome: string | RegExp]>([
	['compressed', 'gzip', zipped, 'whole'],
	['not compressed', 'identity', bytes, 'whole'],
	['compressed and cut off', 'gzip', zipped.subarray(0, -9_000), /^The connection to the service was lost/],
	['compressed in an unknown way', 'other', zipped, /: it's compressed in a way that n8n doesn't know \(audio /],
])('a file that is %s is stored whole or not at all', async (_what, encoding, body, outcome) => {
	const length = Math.max(body.length, zipped.length);
	await using server = createServer((_request, response) => {
		const headers = { 'Content-Type': 'audio/wav', 'Content-Encoding': encoding, 'Content-Length': length };
		const end = () => void (body.length === length ? response.end() : response.destroy());
		response.writeHead(200, headers).write(body, end);
	});
	const before = stored();
	const credentials = { ...action.credentials(), baseHost: await listen(server) };
	const running = run(credentials, 'file.downloadAudio', { link: '2020q3/a' });
	if (outcome === 'whole') {
		const [item] = await running;
		expect(item?.json).toMatchObject({ fileSize: BYTES });
		expect((await storedBytes(item, 'data')).equals(bytes)).toBe(true);
	} else {
		expect((await failureOf(running)).message).toMatch(outcome);
		expect(stored().whole).toBe(before.whole);
	}
});
