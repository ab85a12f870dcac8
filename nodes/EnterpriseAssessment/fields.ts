import type { INodeProperties, INodePropertyRegexValidation } from 'n8n-workflow';

import { FILE_TIMEOUT_MS } from '../api/download/download';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/outcome/words';
import { DEFAULT_LIMITS } from '../api/request/request';
import { collectionField } from '../shared/fields';

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
	const options = [...own, ...common].sort((one, other) => one.displayName.localeCompare(other.displayName));
	return collectionField('options', options);
}

/** @param order says in which order the results come, where 'Limit' makes that matter */
export function returnAllFields(order?: string): INodeProperties[] {
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
			hint: order,
			displayOptions: { show: { returnAll: [false] } },
		},
	];
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

export function dateFilter(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'dateTime', default: '', description };
}
