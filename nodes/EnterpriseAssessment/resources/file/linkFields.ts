import type { INodeProperties } from 'n8n-workflow';

import { FILE_TIMEOUT_SECONDS, optionsField } from '../../fields';

/** Where a download's link comes from, in the names of the API. */
export interface LinkSource {
	field: string;
	of: string;
	hint: string;
	fileName: string;
}

/** What the downloads of a single file have in common. */
export function linkFields({ field, of, hint, fileName }: LinkSource): INodeProperties[] {
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
				{ name: 'Skip the Download', value: 'skip', description: 'Pass the item on as it is, without a file' },
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
					description: 'Name of the file. Empty: the name that the service gives.',
				},
			],
			FILE_TIMEOUT_SECONDS,
		),
	];
}
