import { expect, it } from 'vitest';
import type { Settings } from '../../../simulator/index.ts';
import { useSimulator, type Reply } from './harness.ts';

/** The three downloads of the specification. */

const service = useSimulator();

const download = async (link = ''): Promise<Reply> => {
	const { get, simulator } = service();
	return await get(`${simulator.baseHost}/${link}`, { authorization: `Bearer ${simulator.apiKey}` });
};

/** Reports of EMP-001, who has a spoken and a written assessment. */
const reports = async () => (await service().simulator.control.user({ uniqueIdentifier: 'EMP-001' })).scoreReports;

it('audio is WAV, each response its own', async () => {
	const links = (await reports()).flatMap(({ openResponses }) => openResponses.map((item) => item.responseAudioUrl));
	const replies = await Promise.all(links.map(download));
	for (const { status, headers, bytes } of replies) {
		expect([status, headers['content-type']]).toEqual([200, 'audio/wav']);
		expect(headers['content-length']).toBe(String(bytes.length));
		expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
		expect([bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([bytes.length - 8, bytes.length - 44]);
	}
	expect(new Set(replies.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
});

it('text is UTF-8 beyond ASCII', async () => {
	const [, written] = await reports();
	const { status, headers, bytes } = await download(written?.writingOpenResponses?.[1]?.responseTextUrl);
	expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
	expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toContain('😀');
});

it.each<[Settings['contentDisposition'], string | undefined]>([
	['named', 'attachment; filename="certificate.pdf"'],
	['extended', `attachment; filename="certificate.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%E2%80%93%20certificate.pdf`],
	['none', undefined],
	['traversal', 'attachment; filename="../../etc/passwd"'],
])('the certificate is a PDF with its score, and Content-Disposition %s', async (contentDisposition, expected) => {
	await service().simulator.control.configure({ contentDisposition });
	const { status, headers, text } = await download((await reports())[0]?.certificateUrl ?? '');
	expect([status, headers['content-type'], text.slice(0, 8)]).toEqual([200, 'application/pdf', '%PDF-1.4']);
	expect(text).toMatch(/English Speaking.*Score: 8\.7/s);
	expect(headers['content-disposition']).toBe(expected);
});
