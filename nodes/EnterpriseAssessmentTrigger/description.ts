import type { INodeProperties } from 'n8n-workflow';

import { SCORED_EVENT } from '../shared/scoreReports';
import {
	assessmentNamesOnlyField,
	assessmentTypesField,
	collectionField,
	scoreStatusesField,
	simplifyScoresField,
} from '../shared/fields';
import { EXAMPLE_EVENT } from './parameters';

const oneWebhookNotice: INodeProperties = {
	displayName:
		'One workflow per account: the service has a single webhook. Publishing takes it for this workflow, and is refused while something else uses it. For scores in several workflows, or where n8n has no public address, use the Enterprise Assessment Poll Trigger. Add only one Enterprise Assessment Trigger to a workflow.',
	name: 'oneWebhookNotice',
	type: 'notice',
	default: '',
};

const events: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	default: [SCORED_EVENT],
	options: [
		{
			name: 'Assessment Scored',
			value: SCORED_EVENT,
			action: 'On assessment scored, by webhook (one workflow per account)',
			description: 'Occurs when an assessment is scored, or scored again',
		},
		{
			name: 'Example Event (for Testing Only)',
			value: EXAMPLE_EVENT,
			action: 'Try the example event (no scores, cannot be published alone)',
			description:
				'A made-up event without a score, which testing this step asks for. A workflow with this event alone cannot be published.',
		},
	],
	description: 'Which events start the workflow',
};

const filters: INodeProperties = {
	...collectionField('filters', [assessmentNamesOnlyField(), assessmentTypesField(), scoreStatusesField()]),
	description: 'Which scored assessments start the workflow. Without a filter all do.',
};

const options = collectionField('options', [
	{
		displayName: 'Accept Unsigned Events',
		name: 'acceptUnsignedEvents',
		type: 'boolean',
		default: false,
		description:
			'Whether to accept events without a signature where a deprecated API version gives no signing key. Anybody who learns the address can then send made-up scores.',
	},
	{
		displayName: 'Max Event Age (Seconds)',
		name: 'maxEventAge',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description: 'How far the timestamp of an event may lie in the past or the future. 0 accepts events of any age.',
	},
	{
		displayName: 'Replace Existing Webhook',
		name: 'replaceExistingWebhook',
		type: 'boolean',
		default: false,
		description:
			"Whether publishing takes the account's webhook over from whatever else uses it, which then gets no more events. Testing never replaces anything, nor does a start of n8n.",
	},
	{
		displayName: 'Signing Key Encoding',
		name: 'signingKeyEncoding',
		type: 'options',
		default: 'auto',
		options: [
			{ name: 'Auto', value: 'auto', description: 'Try each encoding in which the key is valid' },
			{ name: 'Base64', value: 'base64' },
			{ name: 'Hex', value: 'hex' },
			{ name: 'UTF-8', value: 'utf8' },
		],
		description: 'How the signing key of the service is turned into bytes',
	},
]);

export function triggerProperties(): INodeProperties[] {
	return structuredClone([oneWebhookNotice, events, simplifyScoresField(), filters, options]);
}
