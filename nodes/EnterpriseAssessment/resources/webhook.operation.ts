import { changeWebhook } from '../../api/request/changeWebhook';
import { callEndpoint } from '../../api/request/request';
import { plainText } from '../../api/specification/plainText';
import { readableTime } from '../../api/specification/values';
import { choiceField, noticeField, textField } from '../fields';
import { itemError, type Operation } from '../operation';
import { choiceParameter, fullUrl, requiredText } from '../parameters';

const IF_REGISTERED = 'If Already Registered';

/** GET /webhook, then POST /webhook */
export const webhookCreate: Operation = {
	option: { name: 'Create', value: 'create', action: 'Create webhook', description: "Register your account's webhook" },
	fields: [
		noticeField(
			'oneWebhookNotice',
			"Only use this for a receiver outside n8n. The Enterprise Assessment Trigger registers its own webhook. Your account can have only one webhook. If one is registered, 'If Already Registered' decides whether this URL replaces it. The output contains the signing key, which the service shows only once.",
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
		choiceField(IF_REGISTERED, 'ifAlreadyRegistered', 'What to do if your account already has a webhook', 'fail', [
			['Replace', 'replace', 'The registered URL stops receiving events'],
			['Return an Error', 'fail', 'The error shows the registered URL'],
		]),
	],
	async execute(item) {
		const given = requiredText(item, 'url', 'URL', 'Enter the full URL that receives the events');
		const url = fullUrl(item, given, 'URL');
		const ifRegistered = choiceParameter(item, 'ifAlreadyRegistered', IF_REGISTERED, ['fail', 'replace']);
		const signingKey = await changeWebhook(item, {
			decide(registered) {
				if (registered === null || ifRegistered === 'replace') return { action: 'register', url };
				throw itemError(
					item,
					`Your account already has a webhook: ${plainText(registered.url)}, registered at ${readableTime(registered.createdAt)}`,
					`Delete it first, or set '${IF_REGISTERED}' to 'Replace'. The registered URL then stops receiving events`,
				);
			},
			// After a lost response, we can't tell whether the registered URL is this item's.
			tries: 1,
		});
		return [{ json: { url, signingKey } }];
	},
};

/** GET /webhook */
export const webhookGet: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: "Get the URL that receives your account's events",
	},
	fields: [],
	async execute(item) {
		const registration = await callEndpoint(item, 'getWebhook');
		return [{ json: registration === null ? { registered: false } : { registered: true, ...registration } }];
	},
};

/** GET /webhook, then DELETE /webhook */
export const webhookDelete: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: "Remove your account's webhook. The service then stops sending events.",
	},
	fields: [
		noticeField(
			'stopsEventsNotice',
			'The registered URL stops receiving events. If it belongs to a published Enterprise Assessment Trigger, change anything in that trigger and publish it again to restore the webhook.',
		),
	],
	async execute(item) {
		let wasRegistered = false;
		await changeWebhook(item, {
			decide(registered) {
				// An earlier try, whose response was lost, may have removed the webhook.
				wasRegistered ||= registered !== null;
				return registered === null ? { action: 'leave' } : { action: 'remove' };
			},
			// Each try first reads the registration, so a retry does no harm.
			tries: 3,
		});
		if (!wasRegistered) item.notes.say('No webhook was registered, so there was nothing to delete.');
		return [{ json: { deleted: true } }];
	},
};

/** GET /webhook, then POST /webhook/example */
export const webhookSendExample: Operation = {
	option: {
		name: 'Send Example Event',
		value: 'sendExample',
		action: 'Send example event to webhook',
		description:
			"Send the example event ('webhook-example') to your account's webhook. The service sends at most one per second.",
	},
	fields: [
		noticeField(
			'sentNotice',
			"The output says that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger only starts if 'Trigger On' includes the example event.",
		),
	],
	async execute(item) {
		// The service returns success even if no webhook is registered.
		const registered = await callEndpoint(item, 'getWebhook');
		if (registered === null) {
			throw itemError(
				item,
				"Your account has no webhook, so the service wouldn't send an event",
				'Publish a workflow with the Enterprise Assessment Trigger, or register a URL with Webhook: Create',
			);
		}
		await callEndpoint(item, 'sendExampleEvent');
		return [{ json: { triggered: true } }];
	},
};
