import type { INodeProperties } from 'n8n-workflow';

import { groupsField, reportFilterFields } from '../shared/reportFilterFields';
import { simplifyField } from '../shared/simplifyField';

export const DEFAULT_LOOKBACK_DAYS = 7;

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Which scores start the workflow. Without a filter all do.',
	options: [...reportFilterFields(), groupsField()],
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
			description: 'Whether a score that changes after it was given starts the workflow again, with another eventId',
		},
		{
			displayName: 'Lookback Days',
			name: 'lookbackDays',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_LOOKBACK_DAYS,
			description:
				'Days after the end of an assessment in which its score may appear and still be noticed. Each poll reads the score reports of that many days.',
		},
	],
};

const newScoresNotice: INodeProperties = {
	displayName:
		'Gives each score once, from the moment of publishing on: what was scored before is not repeated. "Fetch Test Event" gives up to five recent scores to build the workflow with.',
	name: 'newScoresNotice',
	type: 'notice',
	default: '',
};

export function pollTriggerProperties(): INodeProperties[] {
	return structuredClone([newScoresNotice, simplifyField(), filters, options]);
}
