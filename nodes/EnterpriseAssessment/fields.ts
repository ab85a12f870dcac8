import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { DEFAULT_BUDGET } from '../api/request/caller';
import { FILE_TIMEOUT_MS } from '../api/request/download';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/request/messages';
import { UUID } from '../api/specification/values';
import { collectionField } from '../shared/fields';
import { MAX_SECONDS } from '../shared/parameters';

const MAX_WAIT_SECONDS = DEFAULT_BUDGET.maxRateLimitWaitMs / 1000;
const TIMEOUT_SECONDS = DEFAULT_BUDGET.timeoutMs / 1000;

/** The default timeout of operations that download files. */
export const FILE_TIMEOUT_SECONDS = FILE_TIMEOUT_MS / 1000;

/** The 'Options' collection: the options that every operation has, and the operation's own. */
export function optionsField(own: INodeProperties[] = [], timeoutSeconds: number = TIMEOUT_SECONDS): INodeProperties {
	const common: INodeProperties[] = [
		{
			displayName: MAX_RATE_LIMIT_WAIT_LABEL,
			name: 'maxRateLimitWait',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: MAX_SECONDS },
			default: MAX_WAIT_SECONDS,
			description:
				'How long one request can wait for its turn. The service allows 5 requests per second and 2,000 per 20 minutes per account.',
		},
		{
			displayName: TIMEOUT_LABEL,
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_SECONDS },
			default: timeoutSeconds,
			description: 'How long one request can take, not counting the wait for its turn',
		},
	];
	const options = [...own, ...common].sort((one, other) => one.displayName.localeCompare(other.displayName));
	return collectionField('options', options);
}

export function textField(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties {
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

/** A list to choose one option from. Each option has a name, a value and a description. */
export function choiceField(
	displayName: string,
	name: string,
	description: string,
	defaultValue: string,
	options: ReadonlyArray<readonly [name: string, value: string, description: string]>,
): INodeProperties {
	const described = options.map(([optionName, value, text]) => ({ name: optionName, value, description: text }));
	return { displayName, name, type: 'options', options: described, default: defaultValue, description };
}

/** The description of an option that makes the item fail. */
export const FAIL_ITEM = "Fail this item. The node's 'On Error' setting decides what happens next.";

export function noticeField(name: string, text: string): INodeProperties {
	return { displayName: text, name, type: 'notice', default: '' };
}

/** The editor shows this message for any value that doesn't match. */
export function validation(regex: string, errorMessage: string): INodePropertyMode['validation'] {
	return [{ type: 'regex', properties: { regex, errorMessage } }];
}

const EXAMPLE_ID = '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59';

export function idMode(name: string, what: string, hint: string): INodePropertyMode {
	const named = { displayName: 'By ID', name };
	const isId = validation(`\\s*${UUID}\\s*`, `Enter ${what}, e.g. ${EXAMPLE_ID}`);
	return { ...named, type: 'string', placeholder: `e.g. ${EXAMPLE_ID}`, hint, validation: isId };
}

export function listMode(placeholder: string, searchListMethod: string): INodePropertyMode {
	const named = { displayName: 'From List', name: 'list' };
	return { ...named, type: 'list', placeholder, typeOptions: { searchListMethod, searchable: true } };
}
