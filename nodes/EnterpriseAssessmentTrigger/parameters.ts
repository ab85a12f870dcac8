import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import type { Words } from '../api/request/messages';
import {
	assessmentTypesField,
	collectionField,
	scoreStatusesField,
	simplifyScoresField,
	triggerAssessmentNamesField,
} from '../shared/fields';
import { readReportFilter, type ReportFilter } from '../shared/filters';
import { fieldsOf, flagOf, isEmpty, MAX_SECONDS, notAnOption, readIdList, readSeconds } from '../shared/parameters';
import { EXAMPLE_EVENT, SCORED_EVENT } from '../shared/scoreReports';
import { isSigningKeyEncoding, SIGNING_KEY_ENCODINGS } from './signature';

const MAX_EVENT_AGE_LABEL = 'Max Event Age (Seconds)';
const ENCODING_LABEL = 'Signing Key Encoding';
const DEFAULT_MAX_EVENT_AGE_S = 300;

export function triggerProperties(): INodeProperties[] {
	return [
		{
			displayName:
				"There's one webhook per account, so only one published workflow can use this trigger. For more workflows, or if n8n has no public URL, use the Enterprise Assessment Poll Trigger. Use only one Enterprise Assessment Trigger in this workflow.",
			name: 'oneWebhookNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Trigger On',
			name: 'events',
			type: 'multiOptions',
			required: true,
			default: [SCORED_EVENT],
			options: [
				{
					name: 'Assessment Scored',
					value: SCORED_EVENT,
					action: 'On assessment scored, within seconds (webhook)',
					description: 'Occurs when an assessment is scored',
				},
				{
					name: 'Example Event (for Testing Only)',
					value: EXAMPLE_EVENT,
					action: 'On example event (for testing only, no scores)',
					description:
						"A made-up event without scores, sent when you test this node. You can't publish a workflow that listens only for this event.",
				},
			],
			description: 'Which events start the workflow',
		},
		simplifyScoresField(),
		{
			...collectionField('filters', [triggerAssessmentNamesField(), assessmentTypesField(), scoreStatusesField()]),
			description: 'Which scored assessments start the workflow. Without a filter, all do.',
		},
		collectionField('options', [
			{
				displayName: 'Accept Unsigned Events',
				name: 'acceptUnsignedEvents',
				type: 'boolean',
				default: false,
				description:
					"Whether to accept events without a signature if a deprecated API version doesn't return a signing key. Anyone who learns the webhook URL can then send made-up scores.",
			},
			{
				displayName: MAX_EVENT_AGE_LABEL,
				name: 'maxEventAge',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MAX_SECONDS },
				default: DEFAULT_MAX_EVENT_AGE_S,
				description: "How many seconds an event's timestamp can differ from n8n's clock. Set to 0 to accept any age.",
			},
			{
				displayName: 'Replace Existing Webhook',
				name: 'replaceExistingWebhook',
				type: 'boolean',
				// The option is off until the user adds it, and adding it means turning it on.
				default: true,
				description:
					'Whether publishing this workflow replaces the webhook already registered for your account. The system that used it stops receiving events. If that system was a workflow, it still shows as published. Testing this workflow or restarting n8n never replaces the webhook.',
			},
			{
				displayName: ENCODING_LABEL,
				name: 'signingKeyEncoding',
				type: 'options',
				default: 'auto',
				options: [
					{ name: 'Auto', value: 'auto', description: 'Try every encoding that fits the signing key' },
					{ name: 'Base64', value: 'base64' },
					{ name: 'Hex', value: 'hex' },
					{ name: 'UTF-8', value: 'utf8' },
				],
				description: "How to decode the service's signing key",
			},
		]),
	];
}

export function readOptions(context: IHookFunctions | IWebhookFunctions) {
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const maxEventAge = isEmpty(options.maxEventAge) ? DEFAULT_MAX_EVENT_AGE_S : options.maxEventAge;
	const age = readSeconds(maxEventAge, MAX_EVENT_AGE_LABEL, 0);
	const encoding = isEmpty(options.signingKeyEncoding) ? 'auto' : options.signingKeyEncoding;
	const isKnown = isSigningKeyEncoding(encoding);
	const badEncoding = isKnown ? undefined : notAnOption(String(encoding), ENCODING_LABEL, SIGNING_KEY_ENCODINGS);
	return {
		/** Publishing rejects an invalid option. If an expression returns one later, events are checked with the default. */
		problem: 'problem' in age ? age.problem : badEncoding,
		signingKeyEncoding: isKnown ? encoding : 'auto',
		maxEventAgeMs: 'ms' in age ? age.ms : DEFAULT_MAX_EVENT_AGE_S * 1_000,
		replaceExistingWebhook: flagOf(options.replaceExistingWebhook),
		acceptUnsignedEvents: flagOf(options.acceptUnsignedEvents),
	};
}

export function selectedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	return readIdList(context.getNodeParameter('events', [])) ?? [];
}

export function unknownEvent(events: readonly string[]): Words | undefined {
	const options = [SCORED_EVENT, EXAMPLE_EVENT];
	const unknown = events.find((event) => !options.includes(event));
	return unknown === undefined ? undefined : notAnOption(unknown, 'Trigger On', options);
}

/** The events that run the workflow. */
export type EventFilters = ReportFilter & { events: readonly string[] };

export function eventFilters(context: IHookFunctions | IWebhookFunctions): EventFilters | { problem: Words } {
	const filter = readReportFilter(fieldsOf(context.getNodeParameter('filters', {})));
	return 'problem' in filter ? filter : { events: selectedEvents(context), ...filter };
}
