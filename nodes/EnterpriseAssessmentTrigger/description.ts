import type { INodeProperties } from 'n8n-workflow';

import { SCORED_EVENT } from '../api/scoredEvent';
import { SCORE_STATUSES } from '../api/types';
import { reportFilterFields } from '../shared/reportFilterFields';
import { simplifyField } from '../shared/simplifyField';
import { EXAMPLE_EVENT } from './event';

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	default: [SCORED_EVENT],
	options: [
		{
			name: 'User Assessment Scored',
			value: SCORED_EVENT,
			description: 'An assessment of a candidate was scored, or scored anew',
		},
		{
			name: 'Webhook Example',
			value: EXAMPLE_EVENT,
			description:
				'The example event of the service. Listening for a test event requests one, so that data is there at once.',
		},
	],
	description: 'Which events start the workflow',
};

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Which scored assessments start the workflow. Without a filter all do.',
	options: [
		...reportFilterFields(),
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			default: [],
			options: [...SCORE_STATUSES].sort().map((status) => ({ name: status, value: status })),
			description: 'Statuses of the scored assessment, usually Completed or NeedsReview',
		},
	],
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Accept Unsigned Events',
			name: 'acceptUnsignedEvents',
			type: 'boolean',
			default: false,
			description:
				'Whether to accept events without a signature where the API version gives no signing key. Anybody who learns the address could then send made-up scores.',
		},
		{
			displayName: 'Max Event Age',
			name: 'maxEventAge',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 300,
			description:
				'How many seconds the timestamp of an event may lie in the past or the future. 0 accepts events of any age.',
		},
		{
			displayName: 'Replace Existing Webhook',
			name: 'replaceExistingWebhook',
			type: 'boolean',
			default: false,
			description:
				"Whether publishing the workflow takes over the account's one webhook from whatever else is registered. That other address gets no more events.",
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
	],
};

export function triggerProperties(): INodeProperties[] {
	return structuredClone([events, simplifyField(), filters, options]);
}
