import type { INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/caller';
import { fieldsOf } from '../shared/parameters/parameter';
import { getAssessmentNames } from '../shared/parameters/scores';
import { PARAMETERS } from './parameters';
import { receiveDelivery } from './receive';
import { hooks } from './registration';

export class EnterpriseAssessmentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Enterprise Assessment Trigger',
		name: 'enterpriseAssessmentTrigger',
		icon: {
			light: 'file:../../icons/enterpriseAssessment.svg',
			dark: 'file:../../icons/enterpriseAssessment.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].map((event) => event.replaceAll("-", " ")).join(", ") }}',
		// n8n's node panel also shows this above the action node's actions, because it lists both nodes in one entry.
		description:
			'Invite people to language assessments, get scores and files, or receive each score by webhook (one workflow per account)',
		eventTriggerDescription: 'Waiting for an event from Enterprise Assessment',
		activationMessage:
			"This workflow now receives your account's events. There's only one webhook per account, so a workflow that used it before no longer receives events, even though it still shows as published.",
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					"<b>While building your workflow</b>, click the button and wait until an assessment is scored. For a quick test, add 'Example Event (for Testing Only)' under 'Trigger On' first. <br /><br /><b>Once you're happy with your workflow</b>, publish it. It then runs whenever an assessment is scored. You can view those executions in the <a data-key=\"executions\">executions list</a>.",
				active:
					'<b>This workflow is published</b> and receives your account\'s events. You can\'t test it now, because testing would interrupt those events. <br /><br /><b>To keep building</b>, copy an event from the <a data-key="executions">executions list</a> into the editor, or unpublish the workflow.',
			},
		},
		builderHint: {
			searchHint:
				"Your account has one webhook, so only one published workflow per account can use this trigger. For more workflows, or without a public URL, use the Enterprise Assessment Poll Trigger. Use one trigger per workflow. It can also return reports without a final score: use 'score' only if 'status' is Completed, or set the filter Statuses. The certificate and the level can be missing.",
		},
		defaults: { name: 'Enterprise Assessment Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData', path: 'webhook' },
		],
		properties: fieldsOf(PARAMETERS),
	};

	methods = { loadOptions: { getAssessmentNames } };

	webhookMethods = { default: hooks };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveDelivery(this);
	}
}
