import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FILE_TIMEOUT_MS } from '../api/download';
import { DEFAULT_LIMITS } from '../api/request';

const MAX_WAIT_SECONDS = DEFAULT_LIMITS.maxRateLimitWaitMs / 1000;

const TIMEOUT_SECONDS = DEFAULT_LIMITS.timeoutMs / 1000;

/** For operations that download files, where one try may take longer. */
export const FILE_TIMEOUT_SECONDS = FILE_TIMEOUT_MS / 1000;

/** The 'Options' that every operation has, with those of the operation itself. */
export function optionsField(own: INodeProperties[] = [], timeoutSeconds: number = TIMEOUT_SECONDS): INodeProperties {
	const common: INodeProperties[] = [
		{
			displayName: 'Max Rate Limit Wait',
			name: 'maxRateLimitWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: MAX_WAIT_SECONDS,
			description:
				'Seconds that one request may wait for its turn under the limit of 5 requests a second and 2000 in 20 minutes. Waiting is the limit at work and not a hang.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: timeoutSeconds,
			description: 'Seconds that one request may take, without the waiting for its turn',
		},
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...common].sort(byDisplayName),
	};
}

function byDisplayName<T extends { displayName: string }>(left: T, right: T): number {
	return left.displayName.localeCompare(right.displayName, 'en');
}

export function returnAllFields(): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
	];
}

export function userField(): INodeProperties {
	return {
		displayName: 'User',
		name: 'user',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'emailAddress', value: '' },
		description: 'The person, named by e-mail address, by your own identifier or by the ID of the service',
		modes: [
			{
				displayName: 'By Email',
				name: 'emailAddress',
				type: 'string',
				placeholder: 'e.g. nathan@example.com',
			},
			{
				displayName: 'By Unique Identifier',
				name: 'uniqueIdentifier',
				type: 'string',
				placeholder: 'e.g. applicant-4711',
				hint: 'The identifier that you supplied when you assigned an assessment',
			},
			{
				displayName: 'By User ID',
				name: 'userId',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
				hint: 'The userId from a score or an assignment',
			},
		],
	};
}

export function ifUserNotFoundField(): INodeProperties {
	const options: INodePropertyOptions[] = [
		{ name: 'Return an Error', value: 'error', description: "Stop the workflow, or follow the node's error settings" },
		{ name: 'Skip the Item', value: 'skip', description: 'Give no output for this item' },
	];
	return {
		displayName: 'If User Not Found',
		name: 'ifUserNotFound',
		type: 'options',
		options,
		default: 'error',
		description: 'What to do when the account has no such user',
	};
}

export function dateFilter(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'dateTime', default: '', description };
}

export function linkFields(fieldOfReport: string, example: string): INodeProperties[] {
	return [
		{
			displayName: 'Link',
			name: 'link',
			type: 'string',
			required: true,
			default: '',
			placeholder: `e.g. ${example}`,
			description: `The ${fieldOfReport} of a score report, as it is`,
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the output binary field to put the file in',
		},
		optionsField(
			[
				{
					displayName: 'File Name',
					name: 'fileName',
					type: 'string',
					default: '',
					placeholder: 'e.g. certificate.pdf',
					description: "Name of the file, when it shall not be the service's own",
				},
			],
			FILE_TIMEOUT_SECONDS,
		),
	];
}
