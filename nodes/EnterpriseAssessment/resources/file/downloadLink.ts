import type { INodeExecutionData } from 'n8n-workflow';

import { downloadFile } from '../../../api/download/download';
import type { FileKind } from '../../../api/download/fileName';
import type { OperationRun } from '../../operation';
import { collection, requestLimits, requiredText, textValue } from '../../parameters';

/** Downloads the file of one link into the named binary field: what the three download operations have in common. */
export async function downloadLink(run: OperationRun, kind: FileKind): Promise<INodeExecutionData[]> {
	const { context, account, itemIndex } = run;
	const link = requiredText(
		run,
		'link',
		'Link',
		'The link comes from a score report. An empty one means that the report has no such file: filter such items out before',
	);
	const property = requiredText(
		run,
		'binaryPropertyName',
		'Put Output File in Field',
		'Enter the name of an output field, e.g. data',
	);
	const { binary, ...file } = await downloadFile(context, account, {
		kind,
		link,
		parameter: 'Link',
		fileName: textValue(run, collection(run, 'options').fileName, 'File Name'),
		limits: requestLimits(run),
		itemIndex,
	});
	return [{ json: { ...file, link }, binary: { [property]: binary } }];
}
