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
	description: 'Which scores start the workflow; without a filter, all do',
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
			displayName: 'Include Changed Scores',
			name: 'emitRescored',
			type: 'boolean',
			default: false,
			description: 'Whether to start again when a score changes, with another eventId',
		},
		{
			displayName: 'Lookback Days',
			name: 'lookbackDays',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_LOOKBACK_DAYS,
			description:
				'How many days after an assessment its score may come and still be noticed. Each check reads the scores of that many days.',
		},
	],
};

const newScoresNotice: INodeProperties = {
	displayName:
		'Starts once for each new score after publishing. "Fetch Test Event" gives up to five recent scores to build the workflow with. Add no second trigger to this workflow: n8n can mix up what they remember.',
	name: 'newScoresNotice',
	type: 'notice',
	default: '',
};

export function pollTriggerProperties(): INodeProperties[] {
	return structuredClone([newScoresNotice, simplifyField(), filters, options]);
}
