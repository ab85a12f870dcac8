import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { createRandom, hashText } from '../random.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { FileKind, FileRecord } from './fileRecord.ts';
import { textAsPdf } from './pdf.ts';

const SAMPLE_RATE = 8000;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;

/**
 * A sine tone as RIFF PCM: mono, 16 bit, 8 kHz.
 * @param frequency in hertz
 */
function toneAsWav(frequency: number, seconds: number): Buffer {
	const samples = Math.round(SAMPLE_RATE * seconds);
	const dataBytes = samples * BYTES_PER_SAMPLE;
	const file = Buffer.alloc(HEADER_BYTES + dataBytes);
	file.write('RIFF', 0, 'ascii');
	file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
	file.write('WAVEfmt ', 8, 'ascii');
	file.writeUInt32LE(16, 16); // length of the format chunk
	file.writeUInt16LE(1, 20); // PCM
	file.writeUInt16LE(1, 22); // channels
	file.writeUInt32LE(SAMPLE_RATE, 24);
	file.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
	file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
	file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
	file.write('data', 36, 'ascii');
	file.writeUInt32LE(dataBytes, 40);
	for (let sample = 0; sample < samples; sample++) {
		const amplitude = Math.sin((2 * Math.PI * frequency * sample) / SAMPLE_RATE);
		file.writeInt16LE(Math.round(amplitude * 12_000), HEADER_BYTES + sample * BYTES_PER_SAMPLE);
	}
	return file;
}

/** A written answer with characters of one to four UTF-8 bytes. */
function writingText(question: string, author: string): string {
	return [
		question,
		'',
		`Last summer I visited my grandmother in Kraków. The café on the corner — “Pod Gwiazdą” — still serves żurek.`,
		`Она испекла пирог, и мы говорили до ночи. 祖母は笑って、「また来てね」と言いました。 😀`,
		'',
		`– ${author}`,
		'',
	].join('\n');
}

/** Whether and how files are named in Content-Disposition; the specification says nothing of that header. */
export type DispositionForm = 'named' | 'extended' | 'none' | 'traversal';

/** The header's value, or null for no header. `extended` is RFC 5987 with a non-ASCII name. */
export function contentDisposition(
	file: { readonly fileName: string; readonly contentDisposition: string | null | undefined },
	form: DispositionForm,
): string | null {
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
	return textAsPdf('Certificate of Assessment', [
		`${owner?.givenName ?? ''} ${owner?.surname ?? ''}`.trim(),
		// A standard font can't draw every name.
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
			if (file.kind === 'audio') return whole(toneAsWav(220 + (hashText(file.fileId) % 440), 1));
			return whole(Buffer.from(writingText(file.content.question, file.owner?.givenName ?? ''), 'utf8'));
		case 'generated': {
			const { bytes, declareLength } = file.content;
			return { contentType, contentLength: declareLength ? bytes : null, body: generatedStream(file.fileId, bytes) };
		}
	}
}
