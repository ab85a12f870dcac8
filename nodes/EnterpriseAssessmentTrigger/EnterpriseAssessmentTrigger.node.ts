import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { CREDENTIALS_NAME } from '../api/request/caller';
import { triggerProperties } from './description';
import { getAssessmentNames } from '../shared/loadOptions';
import { receiveDelivery } from './receiving/receive';
import { checkRegistration, createRegistration, deleteRegistration } from './registration/registration';

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
		description:
			'Invite people to language assessments, read their scores and files, or start a workflow at every score, by webhook (one workflow per account)',
		eventTriggerDescription: 'Waiting for an event of the Enterprise Assessment service',
		activationMessage:
			"The account's webhook now leads to this workflow. The service keeps one webhook per account, so no other workflow can receive its events.",
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					"<b>While building your workflow</b>, click the button and have an assessment scored, or add 'Example Event (for Testing Only)' under 'Trigger On'. <br /><br /><b>Once it is done</b>, publish it: then it runs at every score, and you find the runs in the <a data-key=\"executions\">executions list</a>.",
				active:
					'<b>This workflow is published</b> and receives the events of the account, so that testing is refused: it would cut them off. To work on it, copy an event from the <a data-key="executions">executions list</a> into the editor, or unpublish it.',
			},
			activationHint: {
				inactive:
					'Publish the workflow to have it run at every score, whether or not the editor is open. You find the runs in the <a data-key="executions">executions list</a>.',
				active: '',
			},
		},
		defaults: { name: 'Enterprise Assessment Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIALS_NAME, required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData', path: 'webhook' },
		],
		properties: triggerProperties(),
	};

	methods = {
		loadOptions: { getAssessmentNames },
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await checkRegistration(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await createRegistration(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deleteRegistration(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveDelivery(this);
	}
}
