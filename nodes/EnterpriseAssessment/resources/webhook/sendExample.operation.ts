import { callEndpoint } from '../../../api/request/request';
import { nothing, webhookRegistration } from '../../../api/specification/responses';
import { noticeField, optionsField } from '../../fields';
import type { Operation } from '../../operation';
import { itemError } from '../../runner/itemError';

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
