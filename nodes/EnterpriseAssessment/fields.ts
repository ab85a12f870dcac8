import type { INodeProperties, INodePropertyOptions, INodePropertyRegexValidation } from 'n8n-workflow';

import { FILE_TIMEOUT_MS } from '../api/download/download';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/outcome/optionLabels';
import { DEFAULT_LIMITS } from '../api/request/request';

const MAX_WAIT_SECONDS = DEFAULT_LIMITS.maxRateLimitWaitMs / 1000;

const TIMEOUT_SECONDS = DEFAULT_LIMITS.timeoutMs / 1000;

/** For operations that download files, where one try may take longer. */
export const FILE_TIMEOUT_SECONDS = FILE_TIMEOUT_MS / 1000;

/** The 'Options' that every operation has, with those of the operation itself. */
export function optionsField(own: INodeProperties[] = [], timeoutSeconds: number = TIMEOUT_SECONDS): INodeProperties {
	const common: INodeProperties[] = [
		{
			displayName: MAX_RATE_LIMIT_WAIT_LABEL,
			name: 'maxRateLimitWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: MAX_WAIT_SECONDS,
			description:
				'How long one request may wait for its turn. The service takes 5 requests a second and 2000 in 20 minutes from an account.',
		},
		{
			displayName: TIMEOUT_LABEL,
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: timeoutSeconds,
			description: 'How long one request may take, not counting the wait for its turn',
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
		description: 'The person to look up',
		modes: [
			{
				displayName: 'By Email',
				name: 'emailAddress',
				type: 'string',
				placeholder: 'e.g. nathan@example.com',
				validation: [
					{
						type: 'regex',
						properties: {
							regex: '\\s*\\S+@\\S+\\s*',
							errorMessage: 'Not an email address: choose how the user is named',
						},
					},
				],
			},
			{
				displayName: 'By Unique Identifier',
				name: 'uniqueIdentifier',
				type: 'string',
				placeholder: 'e.g. applicant-4711',
				hint: 'The identifier that you gave when you assigned an assessment',
			},
			{
				displayName: 'By ID',
				name: 'userId',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
				hint: 'The userId from a score or an assignment',
				validation: [uuidValidation('a user ID')],
			},
		],
	};
}

/** One of the assessments that the person in 'User' was assigned. */
export function userAssessmentField(description: string): INodeProperties {
	return {
		displayName: 'User Assessment',
		name: 'userAssessmentId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		typeOptions: { loadOptionsDependsOn: ['user.value', 'user.mode'] },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an assessment of the user…',
				typeOptions: { searchListMethod: 'searchScoreReports', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59',
				hint: 'The userAssessmentId from a score, an assignment or a trigger',
				validation: [uuidValidation('a user assessment ID')],
			},
		],
	};
}

/** Tells at once, and not only at a run, that something else was pasted: all IDs of the service are UUIDs. */
export function uuidValidation(what: string): INodePropertyRegexValidation {
	return {
		type: 'regex',
		properties: {
			regex: '\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*',
			errorMessage: `Not ${what}, which looks like 3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59`,
		},
	};
}

export function ifUserNotFoundField(): INodeProperties {
	const options: INodePropertyOptions[] = [
		{ name: 'Return an Error', value: 'error', description: "Stop, or do what 'On Error' in the settings says" },
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
