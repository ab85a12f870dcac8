import type { INodeProperties } from 'n8n-workflow';

import { ASSESSMENT_TYPES } from '../api/types';

export const DEFAULT_LOOKBACK_DAYS = 7;

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Which scores start the workflow. Without a filter all do.',
	options: [
		{
			displayName: 'Assessment Names or IDs',
			name: 'assessmentNames',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getAssessmentNames' },
			default: [],
			description:
				'Names of assessments as they are in score reports. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Assessment Types',
			name: 'assessmentTypes',
			type: 'multiOptions',
			default: [],
			options: ASSESSMENT_TYPES.map((type) => ({ name: type, value: type })),
			description: 'Kinds of assessments',
		},
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
	return structuredClone([simplify, filters, options]);
}
