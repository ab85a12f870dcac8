import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { downloadFile, type FileKind } from '../../../api/request/download';
import { isEmpty } from '../../../shared/parameters';
import { choiceField, FAIL_ITEM, FILE_TIMEOUT_SECONDS, textField } from '../../fields';
import { type InputItem, itemError, type Operation } from '../../operation';
import { choiceParameter, collection, emptyError, requiredText, textParameter, textValue } from '../../parameters';

const IF_MISSING = 'If Link Is Missing';

/** GET {base_host}/<responseAudioUrl> */
export const downloadAudio = downloadOne(
	'audio',
	'Download a spoken response',
	['responseAudioUrl', "a score report's 'openResponses'", 'answer.wav'],
	"Turn off 'Simplify' in the node that gets the score, and add a Split Out node for 'openResponses' before this one",
);

/** GET {base_host}/<certificateUrl> */
export const downloadCertificate = downloadOne(
	'certificate',
	"Download a score report's certificate as a PDF",
	['certificateUrl', 'a score report', 'certificate.pdf'],
	'From a score or a trigger. Only speaking and writing assessments have a certificate.',
);

/** GET {base_host}/<responseTextUrl> */
export const downloadText = downloadOne(
	'text',
	'Download a written response',
	['responseTextUrl', "a score report's 'writingOpenResponses'", 'answer.txt'],
	"Turn off 'Simplify' in the node that gets the score, and add a Split Out node for 'writingOpenResponses' before this one",
);

function downloadOne(
	kind: FileKind,
	description: string,
	[field, source, fileName]: readonly [field: string, source: string, fileName: string],
	hint: string,
): Operation {
	const title = titleOf(kind);
	return {
		option: { name: `Download ${title}`, value: `download${title}`, action: `Download ${kind} file`, description },
		fields: [
			{
				displayName: 'Link',
				name: 'link',
				type: 'string',
				required: true,
				default: `={{ $json.${field} }}`,
				description: `The '${field}' from ${source}. Use it unchanged.`,
				hint,
			},
			choiceField(IF_MISSING, 'ifLinkMissing', 'What to do if an item has no file of this kind', 'error', [
				['Return an Error', 'error', FAIL_ITEM],
				['Skip the Download', 'skip', 'Pass the item on without a file'],
			]),
			{
				displayName: 'Put Output File in Field',
				name: 'binaryPropertyName',
				type: 'string',
				required: true,
				default: 'data',
				hint: 'The name of the output binary field to put the file in',
				description: 'The next node reads the file from this field, e.g. to attach it to an email',
			},
		],
		options: [textField('File Name', 'fileName', `e.g. ${fileName}`, "Leave empty to use the file's original name")],
		timeoutSeconds: FILE_TIMEOUT_SECONDS,
		execute: async (item) => [await itemWithFile(item, kind, field)],
	};
}

/** The kind as a label, e.g. `Audio`. */
export function titleOf(kind: FileKind): string {
	return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** Returns the item with its file. A skipped item has the same fields. */
async function itemWithFile(item: InputItem, kind: FileKind, field: string): Promise<INodeExecutionData> {
	const json = jsonToPassOn(item);
	const filesOfItem = item.context.getInputData()[item.itemIndex]?.binary;
	const link = textParameter(item, 'link', 'Link');
	if (choiceParameter(item, 'ifLinkMissing', IF_MISSING, ['error', 'skip']) === 'skip' && link === '') {
		const noFile = { fileName: null, mimeType: null, fileSize: null, link: null };
		return { json: { ...json, ...noFile }, ...(filesOfItem === undefined ? {} : { binary: filesOfItem }) };
	}
	if (link === '') throw missingLinkError(item, kind, field);
	const property = requiredText(item, 'binaryPropertyName', 'Put Output File in Field', 'Enter a name, e.g. data');
	const { binary, fileName, mimeType, fileSize } = await downloadFile(item, {
		kind,
		link,
		parameter: 'Link',
		fileName: textValue(item, collection(item, 'options').fileName, 'File Name'),
	});
	return { json: { ...json, fileName, mimeType, fileSize, link }, binary: { ...filesOfItem, [property]: binary } };
}

const NO_FILE: Record<FileKind, string> = {
	audio: 'This response has no recording',
	certificate: 'This score report has no certificate',
	text: 'This response has no text',
};

/** If the report's field is empty, there is no such file. If the field is missing, the expression is wrong. */
function missingLinkError(item: InputItem, kind: FileKind, field: string) {
	const json = jsonToPassOn(item);
	const skip = `set '${IF_MISSING}' to 'Skip the Download'`;
	if (field in json && isEmpty(json[field])) {
		return itemError(item, NO_FILE[kind], `To pass on such items without a file, ${skip}`);
	}
	const advice = `Check the expression. For items without such a file, ${skip}`;
	return emptyError(item, ['link'], "The parameter 'Link' is empty", advice);
}

/** The item's fields without `error`, which n8n's Retry On Fail would treat as a failure. */
export function jsonToPassOn({ context, itemIndex }: InputItem): IDataObject {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	return Object.fromEntries(Object.entries(json).filter(([field]) => field !== 'error'));
}
