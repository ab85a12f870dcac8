import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/account';
import { getGroups } from '../shared/getGroups';
import { getAssessmentNames } from '../shared/getAssessmentNames';
import { pollTriggerProperties } from './description';
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
		description: 'Starts once for each new score. Checks regularly, so n8n need not be reachable from the internet',
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click the button: it gets up to five recent scores of the account and leaves everything as it is. <br /><br /><b>Once it is done</b>, publish it: then n8n checks for new scores at the times you choose, and you find the runs in the <a data-key="executions">executions list</a>.',
				active:
					'<b>This workflow is published</b> and runs at new scores; you find the runs in the <a data-key="executions">executions list</a>. <br /><br /><b>To work on it</b>, click the button: it gets up to five recent scores, and the published workflow still gets all of its own.',
			},
			activationHint:
				'Publish the workflow to have n8n check for new scores, whether or not the editor is open. You find the runs in the <a data-key="executions">executions list</a>.',
		},
		defaults: { name: 'Enterprise Assessment Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		properties: pollTriggerProperties(),
	};

	methods = {
		loadOptions: { getAssessmentNames, getGroups },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
