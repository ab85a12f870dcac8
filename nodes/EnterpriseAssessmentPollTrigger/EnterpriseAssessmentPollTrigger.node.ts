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
		description:
			'Starts the workflow when a regular check finds new scores. Needs no address on the internet, and any number of workflows can have one.',
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
