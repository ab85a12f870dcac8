import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { downloadFile } from '../../../api/download/download';
import type { FileKind } from '../../../api/download/fileName';
import { FILE_TIMEOUT_SECONDS, optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { choiceParameter, collection, parameterError, requiredText, textParameter, textValue } from '../../parameters';

/** GET {base_host}/<responseAudioUrl> */
export const downloadAudio = downloadOne({
	kind: 'audio',
	title: 'Audio',
	description: 'Download a spoken response',
	field: 'responseAudioUrl',
	of: 'an entry of openResponses in a score report',
	hint: "Turn off 'Simplify' where you read the score, and split out openResponses before this node",
	fileName: 'answer.wav',
});

/** GET {base_host}/<certificateUrl> */
export const downloadCertificate = downloadOne({
	kind: 'certificate',
	title: 'Certificate',
	description: 'Download the certificate of a score report as PDF',
	field: 'certificateUrl',
	of: 'a score report',
	hint: 'From a score or a trigger. Only speaking and writing assessments have a certificate.',
	fileName: 'certificate.pdf',
});

/** GET {base_host}/<responseTextUrl> */
export const downloadText = downloadOne({
	kind: 'text',
	title: 'Text',
	description: 'Download a written response',
	field: 'responseTextUrl',
	of: 'an entry of writingOpenResponses in a score report',
	hint: "Turn off 'Simplify' where you read the score, and split out writingOpenResponses before this node",
	fileName: 'answer.txt',
});

interface Download {
	kind: FileKind;
	title: string;
	description: string;
	/** Where the link comes from, in the names of the API. */
	field: string;
	of: string;
	hint: string;
	/** An example. */
	fileName: string;
}

function downloadOne(download: Download): Operation {
	const { kind, title, description } = download;
	return {
		option: {
			name: `Download ${title}`,
			value: `download${title}`,
			action: `Download ${kind} file`,
			description,
		},
		fields: fieldsOf(download),
		execute: async (run) => [await itemWithFile(run, kind)],
	};
}

function fieldsOf({ field, of, hint, fileName }: Download): INodeProperties[] {
	return [
		{
			displayName: 'Link',
			name: 'link',
			type: 'string',
			required: true,
			default: `={{ $json.${field} }}`,
			description: `The ${field} of ${of}, as it is`,
			hint,
		},
		{
			displayName: 'If Link Is Missing',
			name: 'ifLinkMissing',
			type: 'options',
			options: [
				{ name: 'Return an Error', value: 'error', description: "Stop, or do what 'On Error' in the settings says" },
				{ name: 'Skip the Download', value: 'skip', description: 'Pass the item on without a file' },
			],
			default: 'error',
			description: 'What to do with an item that has no such file',
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the output binary field to put the file in',
			description: 'The next node reads the file from this field, e.g. as the attachment of an email',
		},
		optionsField(
			[
				{
					displayName: 'File Name',
					name: 'fileName',
					type: 'string',
					default: '',
					placeholder: `e.g. ${fileName}`,
					description: 'Leave it empty to take the name that the service gives',
				},
			],
			FILE_TIMEOUT_SECONDS,
		),
	];
}

/** The incoming item with the file of its link, or without one where that is to be skipped: the fields are the same. */
async function itemWithFile(run: OperationRun, kind: FileKind): Promise<INodeExecutionData> {
	const { json, binary: filesOfItem } = run.context.getInputData()[run.itemIndex] ?? { json: {} };
	const link = textParameter(run, 'link', 'Link');
	if (choiceParameter(run, 'ifLinkMissing', 'If Link Is Missing', ['error', 'skip']) === 'skip' && link === '') {
		const noFile = { fileName: null, mimeType: null, fileSize: null, link: null };
		return { json: { ...json, ...noFile }, ...(filesOfItem === undefined ? {} : { binary: filesOfItem }) };
	}
	if (link === '') {
		throw parameterError(
			run,
			"The parameter 'Link' is empty",
			"Check the expression. Where the report has no such file, set 'If Link Is Missing' to 'Skip the Download'",
		);
	}
	const property = requiredText(run, 'binaryPropertyName', 'Put Output File in Field', 'Enter a name, e.g. data');
	const { binary, fileName, mimeType, fileSize } = await downloadFile(run, {
		kind,
		link,
		parameter: 'Link',
		fileName: textValue(run, collection(run, 'options').fileName, 'File Name'),
	});
	return { json: { ...json, fileName, mimeType, fileSize, link }, binary: { ...filesOfItem, [property]: binary } };
}
