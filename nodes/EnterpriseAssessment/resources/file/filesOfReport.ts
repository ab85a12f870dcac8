import type { FileKind } from '../../../api/download/fileName';
import type { ScoreReport } from '../../../api/specification/types';

export interface FileOfReport {
	kind: FileKind;
	/** Null for the certificate. */
	question: string | null;
	/** `audio1`…, `text1`…, `certificate`: numbered by place in the report, so that a name always means the same response. */
	binaryPropertyName: string;
	link: string;
	/** The report's field that the link comes from. */
	parameter: string;
}

/** The files that a score report links to, in the report's order; responses without a link have none. */
export function filesOfReport(report: ScoreReport, kinds: readonly FileKind[]): FileOfReport[] {
	const audio = (report.openResponses ?? []).map(({ question, responseAudioUrl }, index) => ({
		kind: 'audio' as const,
		question,
		binaryPropertyName: `audio${index + 1}`,
		link: responseAudioUrl,
		parameter: 'responseAudioUrl',
	}));
	const text = (report.writingOpenResponses ?? []).map(({ question, responseTextUrl }, index) => ({
		kind: 'text' as const,
		question,
		binaryPropertyName: `text${index + 1}`,
		link: responseTextUrl,
		parameter: 'responseTextUrl',
	}));
	const certificate = {
		kind: 'certificate' as const,
		question: null,
		binaryPropertyName: 'certificate',
		link: report.certificateUrl ?? '',
		parameter: 'certificateUrl',
	};
	return [...audio, ...text, certificate].filter(({ kind, link }) => kinds.includes(kind) && Boolean(link));
}
