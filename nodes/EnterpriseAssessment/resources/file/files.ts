import type { INodeExecutionData } from 'n8n-workflow';

import type { FileKind } from '../../../api/request/download';
import type { ScoreReport } from '../../../api/specification/types';
import type { InputItem } from '../../operation';

export interface FileOfReport {
	kind: FileKind;
	/** Null for the certificate. */
	question: string | null;
	/** `audio1`…, `text1`…, `certificate`: numbered by place in the report, so a name always means the same response. */
	binaryPropertyName: string;
	link: string;
	/** The report's field that the link comes from. */
	parameter: string;
}

/** The files that a score report links to, in its order. */
export function filesOfReport(report: ScoreReport, kinds: readonly FileKind[]): FileOfReport[] {
	const { openResponses, writingOpenResponses, certificateUrl } = report;
	const files: FileOfReport[] = [];
	function add(kind: FileKind, place: number | '', parameter: string, link = '', question: string | null = null): void {
		const isWanted = kinds.includes(kind) && link !== '';
		if (isWanted) files.push({ kind, question, binaryPropertyName: `${kind}${place}`, link, parameter });
	}
	for (const [index, { question, responseAudioUrl }] of openResponses?.entries() ?? [])
		add('audio', index + 1, 'responseAudioUrl', responseAudioUrl, question);
	for (const [index, { question, responseTextUrl }] of writingOpenResponses?.entries() ?? [])
		add('text', index + 1, 'responseTextUrl', responseTextUrl, question);
	add('certificate', '', 'certificateUrl', certificateUrl ?? '');
	return files;
}

/** What a download passes on. n8n's Retry On Fail would take an output with the field `error` for a failure. */
export function incomingItem({ context, itemIndex }: InputItem): INodeExecutionData {
	const item = context.getInputData()[itemIndex] ?? { json: {} };
	return { ...item, json: Object.fromEntries(Object.entries(item.json).filter(([field]) => field !== 'error')) };
}
