import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { pick } from '../../../nodes/shared/scoreReports.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { execute, storedBytes, useFileStore } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode, CANDIDATE, candidateLinks, failureOf, run, servedBytes } from './support.ts';

const service = useSimulator();

/** Bodies that nobody waits to the end for. */
const endless = [
	['dribbles in', { kind: 'slowBody', chunkBytes: 1_000, delayMs: 100 }],
	['falls silent', { kind: 'slowBody', chunkBytes: 1_000, delayMs: 3_600_000 }],
] as const;

beforeAll(useFileStore);

/** Every file in n8n's user folder that holds binary data, with its size. */
function storedFiles(): Array<[path: string, bytes: number]> {
	const root = process.env.N8N_USER_FOLDER ?? '';
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.includes('binary_data') && statSync(join(root, path)).isFile())
		.map((path) => [path, statSync(join(root, path)).size]);
}

/**
 * How many files have come since. The store of n8n 1.x keeps what had arrived of one that broke off, without the metadata
 * that it puts beside a whole one, until it deletes the execution.
 */
function storedSince(before: ReturnType<typeof storedFiles>): { whole: number; parts: number } {
	const known = before.map(([path]) => path);
	const added = storedFiles().flatMap(([path]) => (known.includes(path) ? [] : [path]));
	const files = added.filter((path) => !path.endsWith('.metadata'));
	const whole = files.filter((path) => added.includes(`${path}.metadata`)).length;
	return { whole, parts: files.length - whole };
}

describe('one file', () => {
	it.each([
		['file.downloadAudio', 'audio', 'audio/wav', /^RIFF/],
		['file.downloadText', 'text', 'text/plain', /\S/],
		['file.downloadCertificate', 'certificate', 'application/pdf', /^%PDF-/],
	] as const)('%s stores exactly what the service has', async (operation, kind, mimeType, beginning) => {
		const { simulator, credentials } = service();
		const link = (await candidateLinks(simulator))[kind];
		const expected = await servedBytes(service(), link);
		for (const form of [link, `/${link}`, `${simulator.baseHost}/${link}`]) {
			const [item] = await run(credentials, operation, { link: form, binaryPropertyName: kind });
			const bytes = await storedBytes(item, kind);
			expect(bytes.equals(expected)).toBe(true);
			expect(bytes.toString('latin1')).toMatch(beginning);
			expect(item?.json).toEqual({ fileName: expect.any(String), mimeType, fileSize: expected.length, link: form });
			expect(item?.binary?.[kind]).toMatchObject({ mimeType, fileName: item?.json.fileName });
			expect(item?.binary?.[kind]?.id).toMatch(/^filesystem/);
		}
	});

	it.each([
		['the user', 'My Certificate.pdf', 'attachment; filename="other.pdf"', /^My Certificate\.pdf$/],
		['the service', '', 'attachment; filename="score report.pdf"', /^score report\.pdf$/],
		['the service, in Unicode', '', "attachment; filename*=UTF-8''Zertifikat%20Zo%C3%AB.pdf", /^Zertifikat Zoë\.pdf$/],
		['the service, made safe', '', 'attachment; filename="../../etc/passwd"', /^passwd$/],
		['kind, id and media type', '', null, /^certificate-[\w-]+\.pdf$/],
	])('is named by %s', async (_who, fileName, contentDisposition, expected) => {
		const { simulator, credentials } = service();
		const { link } = await simulator.control.createFile({
			bytes: 10,
			kind: 'certificate',
			contentType: 'application/pdf',
			contentDisposition,
		});
		const [item] = await run(credentials, 'file.downloadCertificate', { link, options: { fileName } });
		expect(item?.json.fileName).toMatch(expected);
		expect(item?.binary?.data?.fileName).toBe(item?.json.fileName);
		expect(item?.binary?.data?.directory).toBeUndefined();
	});

	it.each([true, false])('of some megabytes arrives whole (length declared: %s)', async (declareLength) => {
		const { simulator, credentials } = service();
		const bytes = 5 * 1024 * 1024 + 1;
		const { link } = await simulator.control.createFile({ bytes, declareLength });
		const [item] = await run(credentials, 'file.downloadAudio', { link });
		expect(item?.json.fileSize).toBe(bytes);
		expect((await storedBytes(item, 'data')).equals(await servedBytes(service(), link))).toBe(true);
	});
});

describe('an item without a link', () => {
	it('is an error that says how to skip it, or passes without a file', async () => {
		const { credentials, requests } = service();
		const items = [{ json: { certificateUrl: null, score: 640 } }, { json: {} }];
		const failure = await failureOf(run(credentials, 'file.downloadCertificate', {}, items.slice(1)));
		expect(failure).toMatchObject({
			message: "The parameter 'Link' is empty",
			description: expect.stringContaining("'If Link Is Missing' to 'Skip the Download'"),
		});
		const passed = await run(credentials, 'file.downloadCertificate', { ifLinkMissing: 'skip' }, items);
		const none = { fileName: null, mimeType: null, fileSize: null, link: null };
		expect(passed).toEqual(items.map(({ json }, item) => ({ json: { ...json, ...none }, pairedItem: { item } })));
		expect(await requests()).toEqual([]);
	});

	it.each(['file.downloadCertificate', 'file.downloadAll'] as const)(
		'%s leaves out an incoming field that Retry On Fail would take for a failure',
		async (operation) => {
			const { simulator, credentials } = service();
			const { userId, scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
			const [report] = scoreReports.filter(({ certificateUrl }) => Boolean(certificateUrl));
			const json = {
				error: 'of an earlier node',
				userId,
				...pick({ ...report }, ['userAssessmentId', 'certificateUrl']),
			};
			const [item] = await run(credentials, operation, {}, [{ json }]);
			expect(item?.json).toMatchObject({ userId });
			expect(item?.json).not.toHaveProperty('error');
			const skipped = { link: '', ifLinkMissing: 'skip' };
			expect((await run(credentials, 'file.downloadText', skipped, [{ json }]))[0]?.json).not.toHaveProperty('error');
		},
	);

	it('does not keep the others from their files, whose links come from the fields of the same name', async () => {
		const { simulator, credentials } = service();
		const { certificate } = await candidateLinks(simulator);
		const photo = { data: '', mimeType: 'image/png' };
		const items = [certificate, null].map((certificateUrl, index) => ({
			json: { email: `${index}@example.com`, certificateUrl },
			binary: { photo },
		}));
		const downloaded = await run(credentials, 'file.downloadCertificate', { ifLinkMissing: 'skip' }, items);
		expect(downloaded.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['photo', 'data'], ['photo']]);
		expect(downloaded.map(({ json }) => json.email)).toEqual(['0@example.com', '1@example.com']);
		const fields = ['email', 'certificateUrl', 'fileName', 'mimeType', 'fileSize', 'link'];
		expect(downloaded.map(({ json }) => Object.keys(json))).toEqual([fields, fields]);
	});
});

describe('a file that breaks off', () => {
	it('is fetched again', async () => {
		const { simulator, credentials } = service();
		const { link } = await simulator.control.createFile({ bytes: 300_000 });
		await simulator.control.inject({ fault: { kind: 'truncate', bytes: 200_000 }, times: 2 });
		const before = storedFiles();
		const [item] = await run(credentials, 'file.downloadAudio', { link });
		expect(item?.json.fileSize).toBe(300_000);
		expect(await simulator.control.requests()).toHaveLength(3);
		expect(storedSince(before)).toEqual({ whole: 1, parts: isFirstGeneration ? 2 : 0 });
	});

	it.each([
		['after the first byte', 1],
		['in the middle', 150_000],
		['one byte before the end', 299_999],
	])('%s every time is an error, and no file is stored', async (_where, bytes) => {
		const { simulator, credentials } = service();
		const { link } = await simulator.control.createFile({ bytes: 300_000 });
		await simulator.control.inject({ fault: { kind: 'truncate', bytes }, times: 'always' });
		const before = storedFiles();
		const failure = await failureOf(run(credentials, 'file.downloadAudio', { link }));
		expect(failure.message).toMatch(/^The connection to the service broke off \(audio download, .+\)$/);
		expect(storedSince(before)).toEqual({ whole: 0, parts: isFirstGeneration ? 4 : 0 });
		expect(await simulator.control.requests()).toHaveLength(4);
	});

	it.each(endless)('or %s is given up after the time-out', async (_how, fault) => {
		const { simulator, credentials } = service();
		const { link } = await simulator.control.createFile({ bytes: 300_000 });
		await simulator.control.inject({ fault, times: 'always' });
		const before = storedFiles();
		const failure = await failureOf(run(credentials, 'file.downloadAudio', { link, options: { timeout: 2 } }));
		expect(failure.message).toMatch(/did not answer in time \(audio download, 4 tries\)$/);
		expect(storedSince(before)).toEqual({ whole: 0, parts: isFirstGeneration ? 4 : 0 });
	});
});

it.each(endless)(
	'ends when the execution is cancelled while the file %s, and no file is stored',
	async (_how, fault) => {
		const { simulator, credentials } = service();
		const { link } = await simulator.control.createFile({ bytes: 300_000 });
		await simulator.control.inject({ fault, times: 'always' });
		const before = storedFiles();
		const cancel = new AbortController();
		const node = actionNode(credentials, 'file.downloadAudio', { link });
		const failed = failureOf(execute(node, undefined, cancel.signal));
		await expect.poll(async () => (await simulator.control.requests())[0]?.status).toBe(200);
		await delay(1_000);
		cancel.abort();
		expect((await failed).message).toMatch(/^The execution was cancelled/);
		expect(storedSince(before).whole).toBe(0);
		expect(await simulator.control.requests()).toHaveLength(1);
	},
);

it('that n8n can not store is an error that says why', async () => {
	const { simulator, credentials } = service();
	const { audio } = await candidateLinks(simulator);
	vi.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValueOnce(new Error('ENOSPC: no space left'));
	expect(await failureOf(run(credentials, 'file.downloadAudio', { link: audio }))).toMatchObject({
		message: 'n8n could not store the downloaded file',
		description: 'ENOSPC: no space left',
	});
});

describe('an answer that is no file', () => {
	it.each([
		['HTML', { kind: 'html' } as const],
		['JSON', { kind: 'json', json: { errors: [] } } as const],
	])('%s is an error that names the endpoint', async (_what, fault) => {
		const { simulator, credentials } = service();
		const { certificate } = await candidateLinks(simulator);
		await simulator.control.inject({ fault });
		const failure = await failureOf(run(credentials, 'file.downloadCertificate', { link: certificate }));
		expect(failure.message).toBe(
			'The answer is not what the API specifies (certificate download): it is a web page (HTML) or JSON and not a file',
		);
	});

	it('HTML is a written response all the same', async () => {
		const { simulator, credentials } = service();
		const { link } = await simulator.control.createFile({
			bytes: 10,
			kind: 'text',
			contentType: 'text/html',
			contentDisposition: null,
		});
		const [item] = await run(credentials, 'file.downloadText', { link });
		expect(item?.json).toMatchObject({
			fileName: expect.stringMatching(/\.html$/),
			mimeType: 'text/html',
			fileSize: 10,
		});
	});

	it('a redirect is not followed', async () => {
		const { simulator, credentials } = service();
		const { audio } = await candidateLinks(simulator);
		const headers = { location: `http://localhost:${simulator.port}/${audio}` };
		await simulator.control.inject({ fault: { kind: 'status', status: 302, headers } });
		const failure = await failureOf(run(credentials, 'file.downloadAudio', { link: audio }));
		expect(failure.message).toMatch(/redirected the download to another address/);
		expect(failure.description).toMatch(/leave 'Service Address' in the credentials as it is/);
		expect(await simulator.control.requests()).toHaveLength(1);
	});
});
