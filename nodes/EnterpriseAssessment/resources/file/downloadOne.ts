import type { INodeExecutionData } from 'n8n-workflow';

import { downloadFile } from '../../../api/download/download';
import type { FileKind } from '../../../api/download/fileName';
import type { OperationRun } from '../../operation';
import {
	choiceParameter,
	collection,
	parameterError,
	requestLimits,
	requiredText,
	textParameter,
	textValue,
} from '../../parameters';

/** Downloads the file of one link into the named binary field: what the three download operations have in common. */
export async function downloadLink(run: OperationRun, kind: FileKind): Promise<INodeExecutionData[]> {
	const { context, account, itemIndex } = run;
	const link = textParameter(run, 'link', 'Link');
	const ifMissing = choiceParameter(run, 'ifLinkMissing', 'If Link Is Missing', ['error', 'skip']);
	if (link === '') {
		if (ifMissing === 'skip') return passedOn(run);
		throw parameterError(
			run,
			"The parameter 'Link' is empty",
			"Check the expression. Where the report has no such file, set 'If Link Is Missing' to 'Skip the Download'",
		);
	}
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

function passedOn({ context, itemIndex }: OperationRun): INodeExecutionData[] {
	const { json = {}, binary } = context.getInputData()[itemIndex] ?? {};
	return [{ json, ...(binary === undefined ? {} : { binary }) }];
}
