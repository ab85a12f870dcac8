import { callEndpoint } from '../../../api/request/request';
import { notice } from '../../../shared/parameters/kinds';
import { UserError } from '../../../shared/parameters/parameter';
import { operation } from '../../operation';

/** GET /webhook, then POST /webhook/example */
export const webhookSendExample = operation({
	option: {
		name: 'Send Example Event',
		value: 'sendExample',
		action: 'Send example event to webhook',
		description:
			"Send the example event ('webhook-example') to your account's webhook. The service sends at most one per second.",
	},
	parameters: {
		sentNotice: notice(
			"The output says that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger only starts if 'Trigger On' includes the example event.",
		),
	},
	prepare: (item) => async () => {
		// The service returns success even if no webhook is registered.
		const registered = await callEndpoint(item, 'getWebhook');
		if (registered === null) {
			throw new UserError(
				"Your account has no webhook, so the service wouldn't send an event",
				'Publish a workflow with the Enterprise Assessment Trigger, or register a URL with Webhook: Create',
			);
		}
		await callEndpoint(item, 'sendExampleEvent');
		return [{ json: { triggered: true } }];
	},
});
