import { callEndpoint } from '../../../api/request/request';
import { nothing, webhookRegistration } from '../../../api/specification/responses';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';
import { parameterError } from '../../parameters';

/** GET /webhook, then POST /webhook/example */
export const sendExample: Operation = {
	option: {
		name: 'Send Example Event',
		value: 'sendExample',
		action: 'Send example event to webhook',
		description: "Send the event webhook-example to the account's webhook. The service sends at most one a second.",
	},
	fields: [
		{
			displayName:
				"The output says that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger starts only if the example event is chosen in its 'Trigger On'.",
			name: 'sentNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		// Without a webhook the service sends nothing, and answers with success all the same.
		const present = await callEndpoint(run, { endpoint: 'getWebhook' }, webhookRegistration);
		if (present === null) {
			throw parameterError(
				run,
				'The account has no webhook, so the service would send no event',
				'Publish a workflow with the Enterprise Assessment Trigger, or register an address with Webhook: Create',
			);
		}
		await callEndpoint(run, { endpoint: 'sendExampleEvent' }, nothing);
		return [{ json: { triggered: true } }];
	},
};
