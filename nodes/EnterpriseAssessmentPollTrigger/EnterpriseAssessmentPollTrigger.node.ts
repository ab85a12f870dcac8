import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/caller';
import { getAssessmentNames, getGroups } from '../shared/loadOptions';
import {
	assessmentNamesOnlyField,
	assessmentTypesField,
	collectionField,
	groupsField,
	simplifyScoresField,
} from '../shared/fields';
import { DEFAULT_LOOKBACK_DAYS, MAX_LOOKBACK_DAYS } from './parameters';
import { poll } from './poll';

export class EnterpriseAssessmentPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Enterprise Assessment Poll Trigger',
		name: 'enterpriseAssessmentPollTrigger',
		icon: {
			light: 'file:../../icons/enterpriseAssessment.svg',
			dark: 'file:../../icons/enterpriseAssessment.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: 'New scores',
		description: 'Starts the workflow when there are new scores, by checking regularly (no public address)',
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click the button: it gets up to five recent scores of the account and leaves everything as it is. <br /><br /><b>Once it is done</b>, publish it: then n8n checks for new scores at the times you choose, and you find the runs in the <a data-key="executions">executions list</a>.',
				active:
					'<b>This workflow is published</b> and runs when there are new scores; you find the runs in the <a data-key="executions">executions list</a>. <br /><br /><b>To work on it</b>, click the button: it gets up to five recent scores, and the published workflow still gets all of its own.',
			},
			activationHint: {
				active:
					'n8n checks for new scores, whether or not the editor is open. You find the runs in the <a data-key="executions">executions list</a>.',
				inactive:
					'Publish the workflow to have n8n check for new scores, whether or not the editor is open. You find the runs in the <a data-key="executions">executions list</a>.',
			},
		},
		defaults: { name: 'Enterprise Assessment Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		properties: [
			{
				displayName:
					'A check that finds new scores starts the workflow once, with one item for each score. After a pause (unpublish, publish again) the first check gives everything scored in between. "Fetch Test Event" gives up to five recent scores to build with. Add no second trigger to this workflow: n8n can mix up what they remember.',
				name: 'newScoresNotice',
				type: 'notice',
				default: '',
			},
			simplifyScoresField(),
			{
				...collectionField('filters', [assessmentNamesOnlyField(), assessmentTypesField(), groupsField()]),
				description: 'Which scores start the workflow. Without a filter, all do.',
			},
			collectionField('options', [
				{
					displayName: 'Include Changed Scores',
					name: 'emitRescored',
					type: 'boolean',
					default: false,
					description: 'Whether to give a score again when it changes, with another eventId',
				},
				{
					displayName: 'Lookback Days',
					name: 'lookbackDays',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: MAX_LOOKBACK_DAYS },
					default: DEFAULT_LOOKBACK_DAYS,
					description:
						'For how many days after an assessment its score is waited for. Each check reads the scores of that many days.',
				},
			]),
		],
	};

	methods = {
		loadOptions: { getAssessmentNames, getGroups },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
