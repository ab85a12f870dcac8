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
			expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
			expect(bytes.toString('latin1', 36, 40)).toBe('data');
			expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([bytes.length - 8, bytes.length - 44]);
			// One second, uncompressed: channels, samples a second, bytes a second, bytes and bits a sample.
			expect([bytes.readUInt16LE(20), bytes.length]).toEqual([1, 44 + 16_000]);
			expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt32LE(28)]).toEqual([1, 8000, 16_000]);
			expect([bytes.readUInt16LE(32), bytes.readUInt16LE(34)]).toEqual([2, 16]);
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
	it.each([0, 1, 65_536, 3_333_333])('have %i bytes, the ones whose hash was told', async (bytes) => {
		const { link, sha256 } = await service().simulator.control.createFile({ bytes, kind: 'text', withSha256: true });
		const reply = await download(link);
		expect(link).toMatch(/^2020q3\/response-text\//);
		expect([reply.status, reply.bytes.length, reply.headers['content-length']]).toEqual([200, bytes, String(bytes)]);
		expect(createHash('sha256').update(reply.bytes).digest('hex')).toBe(sha256);
	});
});
