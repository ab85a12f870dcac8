import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/caller';
import { fieldsOf } from '../shared/parameters/parameter';
import { getAssessmentNames, getGroups } from '../shared/parameters/scores';
import { PARAMETERS } from './parameters';
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
		subtitle: 'New Scores',
		description:
			'The usual way to start a workflow on new scores. Checks for them regularly, in any number of workflows, and works without a public URL.',
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
		properties: fieldsOf(PARAMETERS),
	};

	methods = { loadOptions: { getAssessmentNames, getGroups } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
