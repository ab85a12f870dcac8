import { Readable } from 'node:stream';
import { createRandom } from '../random.ts';
import type { Settings } from '../settings.ts';

/** The three kinds of files: the path of their links below the version segment, and their usual content. */
export const FILES = {
	audio: { path: 'response-audio', contentType: 'audio/wav', extension: 'wav' },
	text: { path: 'response-text', contentType: 'text/plain; charset=utf-8', extension: 'txt' },
	certificate: { path: 'certificate', contentType: 'application/pdf', extension: 'pdf' },
};
export type FileKind = keyof typeof FILES;

export interface FileRecord {
	kind: FileKind;
	/** The name in Content-Disposition. */
	fileName: string;
	contentType: string;
	/** A header value that overrides the settings; null for no header. */
	contentDisposition?: string | null;
	/** Creates the body for each download. */
	body: () => Buffer | Readable;
	/** A stream's Content-Length. Without it, the length isn't declared (chunked transfer). */
	length?: number;
}

/** A file's relative link, which starts with the version segment (specification: Links). */
export function linkTo(kind: FileKind, fileId: string, versionSegment: string): string {
	return `${versionSegment}/${FILES[kind].path}/${fileId}`;
}

/** The header's value, or null for no header. `extended` adds the RFC 5987 form with a non-ASCII name. */
export function contentDisposition(
	{ contentDisposition: own, fileName }: FileRecord,
	form: Settings['contentDisposition'],
): string | null {
	if (own !== undefined) return own;
	const forms = {
		named: `attachment; filename="${fileName}"`,
		extended: `attachment; filename="${fileName}"; filename*=UTF-8''${encodeURIComponent(`Prüfung – ${fileName}`)}`,
		none: null,
		traversal: 'attachment; filename="../../etc/passwd"',
	};
	return forms[form];
}

/** The header of a WAV file: RIFF PCM, mono, 16 bit, 8 kHz, one second. */
const WAV_HEADER = Buffer.from(
	'52494646a43e000057415645666d74201000000001000100401f0000803e00000200100064617461803e0000',
	'hex',
);

/** One second of noise, which depends on the seed. */
export const noiseAsWav = (seed: string): Buffer => Buffer.concat([WAV_HEADER, createRandom(seed).bytes(16_000)]);

/** A PDF page with one line of ASCII text. It has no cross-reference table, but PDF readers can rebuild that. */
export function textAsPdf(text: string): Buffer {
	const line = text.replace(/[^ -~]/gu, '?').replace(/[\\()]/g, '\\$&');
	const page = `BT /F1 9 Tf 36 740 Td (${line}) Tj ET`;
	return Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length ${page.length} >> stream
${page}
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
%%EOF
`);
}

const CHUNK_BYTES = 64 * 1024;

/**
 * A file of any size that is never in memory as a whole. Each 64 KiB chunk has its number and then the same noise, so lost,
 * duplicated or moved chunks are detectable.
 */
function* generatedChunks(seed: string, bytes: number): Generator<Buffer> {
	const noise = createRandom(seed).bytes(CHUNK_BYTES);
	for (let index = 0, left = bytes; left > 0; index++, left -= CHUNK_BYTES) {
		const chunk = Buffer.from(noise);
		chunk.writeUInt32BE(index, 0);
		yield left < CHUNK_BYTES ? chunk.subarray(0, left) : chunk;
	}
}

export function generatedStream(seed: string, bytes: number): Readable {
	return Readable.from(generatedChunks(seed, bytes), { objectMode: false, highWaterMark: CHUNK_BYTES });
}
