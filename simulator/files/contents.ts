import type { Readable } from 'node:stream';
import { hashText } from '../random.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { generatedStream } from './generated.ts';
import type { FileKind, FileRecord } from './fileRecord.ts';
import { textAsPdf } from './pdf.ts';
import { toneAsWav } from './wav.ts';
import { writingText } from './writingText.ts';

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
