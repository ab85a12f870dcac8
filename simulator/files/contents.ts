import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { createRandom, hashText } from '../random.ts';
import type { Settings } from '../settings.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { FileKind, FileRecord } from './fileRecord.ts';
import { textAsPdf } from './pdf.ts';

/** RIFF PCM, mono, 16 bit, 8 kHz, one second: the header of such a file. */
const WAV_HEADER = Buffer.from(
	'52494646a43e000057415645666d74201000000001000100401f0000803e00000200100064617461803e0000',
	'hex',
);

/** A second of a tone as WAV; its frequency is so many hertz. */
function toneAsWav(frequency: number): Buffer {
	const samples = Int16Array.from(
		{ length: 8000 },
		(_, at) => 12_000 * Math.sin((2 * Math.PI * frequency * at) / 8000),
	);
	return Buffer.concat([WAV_HEADER, new Uint8Array(samples.buffer)]);
}

/** A written answer with characters of one to four UTF-8 bytes. */
const writingText = (question: string, author: string): string =>
	`${question}\n\nLa grand-mère est née à Kraków. Она испекла пирог. 祖母は笑って、「また来てね」と言いました。 😀\n\n– ${author}\n`;

/** The header's value, or null for no header. `extended` is RFC 5987 with a non-ASCII name. */
export function contentDisposition(file: FileRecord, form: Settings['contentDisposition']): string | null {
	if (file.contentDisposition !== undefined) return file.contentDisposition;
	switch (form) {
		case 'named':
			return `attachment; filename="${file.fileName}"`;
		case 'extended':
			return `attachment; filename="${file.fileName}"; filename*=UTF-8''${encodeURIComponent(`Prüfung – ${file.fileName}`)}`;
		case 'none':
			return null;
		case 'traversal':
			return 'attachment; filename="../../etc/passwd"';
	}
}

const CHUNK_BYTES = 64 * 1024;

/**
 * A file of any size that is never held whole: each 64 KiB chunk is the same noise with its number in front, so that a
 * lost, doubled or moved chunk shows.
 */
function* generatedChunks(seed: string, bytes: number): Generator<Buffer> {
	const noise = createRandom(seed).bytes(CHUNK_BYTES);
	for (let index = 0, left = bytes; left > 0; index++, left -= CHUNK_BYTES) {
		const chunk = Buffer.from(noise);
		chunk.writeUInt32BE(index, 0);
		yield left < CHUNK_BYTES ? chunk.subarray(0, left) : chunk;
	}
}

function generatedStream(seed: string, bytes: number): Readable {
	return Readable.from(generatedChunks(seed, bytes), { objectMode: false, highWaterMark: CHUNK_BYTES });
}

/** SHA-256 of the whole file, in hex. */
export function generatedSha256(seed: string, bytes: number): string {
	const hash = createHash('sha256');
	for (const chunk of generatedChunks(seed, bytes)) hash.update(chunk);
	return hash.digest('hex');
}

export interface ServedFile {
	contentType: string;
	/** Null when the length isn't declared (chunked transfer). */
	contentLength: number | null;
	body: Buffer | Readable;
}

const CONTENT_TYPES: Record<FileKind, string> = {
	audio: 'audio/wav',
	text: 'text/plain; charset=utf-8',
	certificate: 'application/pdf',
};

function certificate(owner: UserRecord | null, userAssessment: UserAssessmentRecord): Buffer {
	const completed = userAssessment.completedAt === null ? '' : formatTimestamp(userAssessment.completedAt).slice(0, 10);
	return textAsPdf([
		'Certificate of Assessment',
		`${owner?.givenName ?? ''} ${owner?.surname ?? ''}`.trim(),
		`Account: ${owner?.username ?? ''}`,
		userAssessment.assessment.name,
		`Score: ${userAssessment.score.toFixed(1)}`,
		`Completed: ${completed}`,
		`Certificate no. ${userAssessment.userAssessmentId}`,
	]);
}

/** The file as it is sent; the same file always has the same bytes. */
export function serveFile(file: FileRecord): ServedFile {
	const contentType = file.contentType ?? CONTENT_TYPES[file.kind];
	const whole = (body: Buffer): ServedFile => ({ contentType, contentLength: body.length, body });
	switch (file.content.source) {
		case 'certificate':
			return whole(certificate(file.owner, file.content.userAssessment));
		case 'response':
			if (file.kind === 'audio') return whole(toneAsWav(220 + (hashText(file.fileId) % 440)));
			return whole(Buffer.from(writingText(file.content.question, file.owner?.givenName ?? ''), 'utf8'));
		case 'generated': {
			const { bytes, declareLength } = file.content;
			return { contentType, contentLength: declareLength ? bytes : null, body: generatedStream(file.fileId, bytes) };
		}
	}
}
