import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../simulator/index.ts';
import { useSimulator, type Reply } from './harness.ts';

/** The three downloads of the specification, and the files that tests make. */

const service = useSimulator();

const download = async (link: string): Promise<Reply> => {
	const { get, simulator } = service();
	return await get(`${simulator.baseHost}/${link}`, { authorization: `Bearer ${simulator.apiKey}` });
};

/** Links of EMP-001, who has a spoken and a written assessment. */
const links = async (): Promise<Record<'audio' | 'text' | 'certificate', string[]>> => {
	const { scoreReports } = await service().simulator.control.user({ uniqueIdentifier: 'EMP-001' });
	return {
		audio: scoreReports.flatMap(({ openResponses }) => openResponses.map((item) => item.responseAudioUrl)),
		text: scoreReports.flatMap(({ writingOpenResponses = [] }) =>
			writingOpenResponses.map((item) => item.responseTextUrl),
		),
		certificate: scoreReports.flatMap(({ certificateUrl }) => certificateUrl ?? []),
	};
};

describe('files of a result', () => {
	it('audio is WAV, each response its own', async () => {
		const { audio } = await links();
		const replies = await Promise.all(audio.map(download));
		expect(replies).toHaveLength(3);
		for (const { status, headers, bytes } of replies) {
			expect([status, headers['content-type']]).toEqual([200, 'audio/wav']);
			expect(headers['content-length']).toBe(String(bytes.length));
			expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE');
			expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
		}
		expect(new Set(replies.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
	});

	it('text is UTF-8 beyond ASCII', async () => {
		const { text } = await links();
		const { status, headers, bytes } = await download(text[1] ?? '');
		expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
		const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		expect(decoded).toContain('祖母は笑って');
		expect(decoded).toContain('😀');
		expect(bytes.length).toBeGreaterThan(decoded.length);
	});

	it('the certificate is a PDF that names user, assessment and score', async () => {
		const { certificate } = await links();
		const { status, headers, text } = await download(certificate[0] ?? '');
		expect([status, headers['content-type'], text.slice(0, 8)]).toEqual([200, 'application/pdf', '%PDF-1.4']);
		const subject = /\/Subject <feff([0-9a-f]+)>/.exec(text)?.[1] ?? '';
		const shown = Buffer.from(subject, 'hex').swap16().toString('utf16le');
		expect(shown).toContain('Zoë Brontë-Smith');
		expect(shown).toContain('English Speaking');
		expect(shown).toContain('Score: 8.7');
	});

	it('the same link gives the same bytes', async () => {
		for (const link of Object.values(await links()).flat()) {
			expect((await download(link)).bytes.equals((await download(link)).bytes)).toBe(true);
		}
	});

	it('needs the key', async () => {
		const { certificate } = await links();
		const { get, simulator } = service();
		expect((await get(`${simulator.baseHost}/${certificate[0]}`)).status).toBe(401);
	});

	it.each<[Settings['contentDisposition'], string | undefined]>([
		['named', 'attachment; filename="certificate.pdf"'],
		['extended', `attachment; filename="certificate.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%E2%80%93%20certificate.pdf`],
		['none', undefined],
		['traversal', 'attachment; filename="../../etc/passwd"'],
	])('Content-Disposition %s', async (contentDisposition, expected) => {
		await service().simulator.control.configure({ contentDisposition });
		const { certificate } = await links();
		expect((await download(certificate[0] ?? '')).headers['content-disposition']).toBe(expected);
	});
});

describe('files that tests make', () => {
	it('have so many bytes, the ones whose hash was told', async () => {
		const { control } = service().simulator;
		const { link, sha256, bytes } = await control.createFile({ bytes: 3_333_333, kind: 'text', withSha256: true });
		const reply = await download(link);
		expect(link).toMatch(/^2020q3\/response-text\//);
		expect([reply.bytes.length, reply.headers['content-length']]).toEqual([bytes, '3333333']);
		expect(createHash('sha256').update(reply.bytes).digest('hex')).toBe(sha256);
		const other = await control.createFile({ bytes: 3_333_333, withSha256: true });
		expect(other.sha256).not.toBe(sha256);
	});

	it('may be unnamed, of any type, and without a declared length', async () => {
		const { control } = service().simulator;
		const { link } = await control.createFile({
			bytes: 70_000,
			kind: 'certificate',
			contentType: 'application/x-anything',
			contentDisposition: null,
			declareLength: false,
		});
		const { status, headers, bytes } = await download(link);
		expect([status, bytes.length, headers['content-type']]).toEqual([200, 70_000, 'application/x-anything']);
		expect([headers['content-disposition'], headers['content-length']]).toEqual([undefined, undefined]);
	});

	it('may be empty', async () => {
		const { link } = await service().simulator.control.createFile({ bytes: 0 });
		const { status, headers, bytes } = await download(link);
		expect([status, bytes.length, headers['content-length']]).toEqual([200, 0, '0']);
	});

	it('carry any Content-Disposition', async () => {
		const contentDisposition = 'inline; filename="C:\\\\x\\\\..\\\\con.txt"; filename*=utf-8\'en\'%2e%2e%2fx';
		const { link } = await service().simulator.control.createFile({ bytes: 1, contentDisposition });
		expect((await download(link)).headers['content-disposition']).toBe(contentDisposition);
	});
});
