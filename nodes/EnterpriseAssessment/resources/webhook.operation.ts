import type { INodeExecutionData } from 'n8n-workflow';

import { changeWebhookOrThrow } from '../../api/request/changeWebhook';
import { callEndpoint } from '../../api/request/request';
import { nothing, webhookRegistration } from '../../api/specification/responses';
import type { WebhookRegistration } from '../../api/specification/types';
import { noticeField, optionsField, textField } from '../fields';
import type { InputItem, Operation } from '../operation';
import { choiceParameter, fullUrl, requiredText } from '../parameters';
import { itemError } from '../runner';

/** GET /webhook, then POST /webhook */
export const createWebhook: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: "Register your account's one webhook",
	},
	fields: [
		noticeField(
			'oneWebhookNotice',
			'Only for a receiver outside n8n: the Enterprise Assessment Trigger registers itself. Your account has one webhook, so a new URL replaces the registered one. The output contains the signing key, which the service shows only once.',
		),
		{
			...textField(
				'URL',
				'url',
				'e.g. https://example.com/score-events',
				'The URL that receives the events. Use https if possible.',
			),
			required: true,
		},
		{
			displayName: 'If Already Registered',
			name: 'ifAlreadyRegistered',
			type: 'options',
			options: [
				{ name: 'Replace', value: 'replace', description: 'The registered URL stops receiving events' },
				{ name: 'Return an Error', value: 'fail', description: 'The error shows the registered URL' },
			],
			default: 'fail',
			description: 'What to do if your account already has a webhook',
		},
		optionsField(),
	],
	async execute(item) {
		const url = requiredText(item, 'url', 'URL', 'Enter the full URL that receives the events');
		return await register(item, fullUrl(item, url, 'URL'));
	},
};

async function register(item: InputItem, url: string): Promise<INodeExecutionData[]> {
	const ifRegistered = choiceParameter(item, 'ifAlreadyRegistered', 'If Already Registered', ['fail', 'replace']);
	const signingKey = await changeWebhookOrThrow(item, {
		decide(present) {
			if (present !== null && ifRegistered === 'fail') throw alreadyRegistered(item, present);
			return { action: 'register', url };
		},
		// After a lost response, it can't be known whether the registered URL is this item's.
		tries: 1,
	});
	return [{ json: { url, signingKey } }];
}

function alreadyRegistered(item: InputItem, present: WebhookRegistration) {
	return itemError(
		item,
		`Your account already has a webhook: ${present.url}, registered at ${present.createdAt}`,
		"Delete it first, or set 'If Already Registered' to 'Replace'. The registered URL then stops receiving events",
	);
}

/** GET /webhook */
export const getWebhook: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: "Get the URL that your account's events are sent to",
	},
	fields: [optionsField()],
	async execute(item) {
		const registration = await callEndpoint(item, { endpoint: 'getWebhook' }, webhookRegistration);
		return [{ json: registration === null ? { registered: false } : { registered: true, ...registration } }];
	},
};

/** Each try begins with reading what is registered, so that one more does no harm. */
const TRIES = 3;

/** GET /webhook, then DELETE /webhook */
export const deleteWebhook: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: "Remove your account's webhook. The service then stops sending events.",
	},
	fields: [
		noticeField(
			'stopsEventsNotice',
			"The registered URL stops receiving events. If it's the URL of a published Enterprise Assessment Trigger, change something in that workflow and publish it again to restore the webhook.",
		),
		optionsField(),
	],
	async execute(item) {
		let wasRegistered = false;
		await changeWebhookOrThrow(item, {
			decide(present) {
				wasRegistered ||= present !== null;
				return present === null ? { action: 'leave' } : { action: 'remove' };
			},
			tries: TRIES,
		});
		if (!wasRegistered) item.notes.say('No webhook was registered, so there was nothing to delete.');
		return [{ json: { deleted: true } }];
	},
};

/** GET /webhook, then POST /webhook/example */
export const sendExample: Operation = {
	option: {
		name: 'Send Example Event',
		value: 'sendExample',
		action: 'Send example event to webhook',
		description: "Send the event webhook-example to your account's webhook. The service sends at most one per second.",
	},
	fields: [
		noticeField(
			'sentNotice',
			"The output says that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger only starts if 'Trigger On' includes the example event.",
		),
		optionsField(),
	],
	async execute(item) {
		// Without a webhook the service sends nothing, and answers with success all the same.
		const present = await callEndpoint(item, { endpoint: 'getWebhook' }, webhookRegistration);
		if (present === null) {
			throw itemError(
				item,
				"Your account has no webhook, so the service wouldn't send an event",
				'Publish a workflow with the Enterprise Assessment Trigger, or register a URL with Webhook: Create',
			);
		}
		await callEndpoint(item, { endpoint: 'sendExampleEvent' }, nothing);
		return [{ json: { triggered: true } }];
	},
};
