import { choice, collection, flag, notice, seconds, someOf } from '../shared/parameters/kinds';
import { assessmentNames, assessmentTypes, simplify, statuses } from '../shared/parameters/scores';
import { SCORED_EVENT } from '../shared/scoreReports';
import { EVENTS } from './event';

export const PARAMETERS = {
	oneWebhookNotice: notice(
		"Unless you need scores within seconds, use the Enterprise Assessment Poll Trigger. This trigger needs a public URL and your account's only webhook, so only one published workflow can use it. Make it this workflow's only trigger.",
	),
	events: someOf('Trigger On', 'Which events start the workflow', {
		required: true,
		default: [SCORED_EVENT],
		options: EVENTS.map(({ name, value, action, description }) => ({ name, value, action, description })),
	}),
	simplify: simplify('scores'),
	filters: collection(
		'filters',
		{ assessmentNames: assessmentNames('trigger'), assessmentTypes, statuses: statuses() },
		{ description: 'Which scored assessments start the workflow. Without a filter, all do.' },
	),
	options: collection('options', {
		acceptUnsignedEvents: flag(
			'Accept Unsigned Events',
			false,
			"Whether to accept events without a signature if a deprecated API version doesn't return a signing key. Anyone who learns the webhook URL can then send made-up scores.",
		),
		maxEventAge: seconds(
			'Max Event Age (Seconds)',
			"How many seconds an event's timestamp can differ from n8n's clock. Set to 0 to accept any age.",
			{ default: 300, least: 0 },
		),
		replaceExistingWebhook: flag(
			'Replace Existing Webhook',
			// The option is off until the user adds it, and adding it means turning it on.
			true,
			'Whether publishing this workflow replaces the webhook already registered for your account. The system that used it stops receiving events. If that system was a workflow, it still shows as published. Testing this workflow or restarting n8n never replaces the webhook.',
		),
		signingKeyEncoding: choice(
			'Signing Key Encoding',
			'auto',
			[
				['Auto', 'auto', 'Try every encoding that fits the signing key'],
				['Base64', 'base64'],
				['Hex', 'hex'],
				['UTF-8', 'utf8'],
			],
			{ description: "How to decode the service's signing key" },
		),
	}),
};
