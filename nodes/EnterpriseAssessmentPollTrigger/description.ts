import type { INodeProperties } from 'n8n-workflow';

import { reportFilterFields } from '../shared/reportFilterFields';
import { simplifyField } from '../shared/simplifyField';

export const DEFAULT_LOOKBACK_DAYS = 7;

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Which scores start the workflow. Without a filter all do.',
	options: [
		...reportFilterFields(),
		{
			displayName: 'Group Names or IDs',
			name: 'groupIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getGroups' },
			default: [],
			description:
				'Only scores of users in these groups. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	],
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Emit Rescored',
			name: 'emitRescored',
			type: 'boolean',
			default: false,
			description: 'Whether a result that changes after it was emitted is emitted again, with another event ID',
		},
		{
			displayName: 'Lookback Days',
			name: 'lookbackDays',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_LOOKBACK_DAYS,
			description:
				'How many days after the end of an assessment its score may appear and still be noticed. Each poll reads the reports of that many days.',
		},
	],
};

export function pollTriggerProperties(): INodeProperties[] {
	return structuredClone([simplifyField(), filters, options]);
}
