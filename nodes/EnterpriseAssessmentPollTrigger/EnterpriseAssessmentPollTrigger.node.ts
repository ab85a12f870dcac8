import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/account';
import {
	assessmentTypesField,
	collectionField,
	getAssessmentNames,
	getGroups,
	groupsField,
	simplifyScoresField,
	triggerAssessmentNamesField,
} from '../shared/fields';
import { DEFAULT_LOOKBACK_DAYS, MAX_LOOKBACK_DAYS, poll } from './poll';

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
		subtitle: 'New Scores',
		description:
			'Checks for new scores regularly and starts the workflow when there are any. Works without a public URL.',
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click the button. It fetches up to five recent scores and doesn\'t change anything. <br /><br /><b>Once you\'re happy with your workflow</b>, publish it. n8n then checks for new scores at the times you choose, and starts an execution when it finds any. You can view those executions in the <a data-key="executions">executions list</a>.',
				active:
					'<b>This workflow is published</b> and runs when there are new scores. You can view those executions in the <a data-key="executions">executions list</a>. <br /><br /><b>To keep building</b>, click the button. It fetches up to five recent scores, and the published workflow still receives every new score.',
			},
		},
		builderHint: {
			searchHint:
				"The default choice for starting a workflow on each new score. Works in any number of workflows per account and doesn't need a public URL. One item per score. Use one trigger per workflow. The certificate and the level can be missing.",
		},
		defaults: { name: 'Enterprise Assessment Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		properties: [
			{
				displayName:
					'Each check that finds new scores starts the workflow once, with one item per score. Use only one trigger in this workflow, because n8n can mix up the saved state of several triggers.',
				name: 'newScoresNotice',
				type: 'notice',
				default: '',
			},
			simplifyScoresField(),
			{
				...collectionField('filters', [triggerAssessmentNamesField(), assessmentTypesField(), groupsField()]),
				description: 'Which scores start the workflow. Without a filter, all do.',
			},
			collectionField('options', [
				{
					displayName: 'Include Changed Scores',
					name: 'emitRescored',
					type: 'boolean',
					default: false,
					description: "Whether to return a score again if it changes. It gets a new 'eventId'.",
				},
				{
					displayName: 'Lookback Days',
					name: 'lookbackDays',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: MAX_LOOKBACK_DAYS },
					default: DEFAULT_LOOKBACK_DAYS,
					description:
						'How many days to keep looking for a score after the person finishes the assessment. Increase this if your scores take longer to arrive. Each check reads this many days of scores.',
				},
			]),
		],
	};

	methods = { loadOptions: { getAssessmentNames, getGroups } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
