import { changeWebhook } from '../../../api/request/changeWebhook';
import { callEndpoint, valueOrThrow } from '../../../api/request/request';
import { plainText } from '../../../api/specification/plainText';
import { readableTime } from '../../../api/specification/values';
import { choice, notice, required, url } from '../../../shared/parameters/kinds';
import { UserError } from '../../../shared/parameters/parameter';
import { operation } from '../../operation';

const IF_REGISTERED = 'If Already Registered';

/** GET /webhook, then POST /webhook */
export const webhookCreate = operation({
	option: { name: 'Create', value: 'create', action: 'Create webhook', description: "Register your account's webhook" },
	parameters: {
		oneWebhookNotice: notice(
			"Only use this for a receiver outside n8n. The Enterprise Assessment Trigger registers its own webhook. Your account can have only one webhook. If one is registered, 'If Already Registered' decides whether this URL replaces it. The output contains the signing key, which the service shows only once.",
		),
		url: required(
			url('URL', 'The URL that receives the events. Use https if possible.', 'e.g. https://example.com/score-events'),
			'Enter the full URL that receives the events',
		),
		ifAlreadyRegistered: choice(
			IF_REGISTERED,
			'fail',
			[
				['Replace', 'replace', 'The registered URL stops receiving events'],
				['Return an Error', 'fail', 'The error shows the registered URL'],
			],
			{ description: 'What to do if your account already has a webhook' },
		),
	},
	// A request of an earlier try may have registered the URL, and its signing key is lost.
	repeatsInDoubt: true,
	prepare: (item, given) => async () => {
		const { url: wanted } = given;
		const mayReplace = { fail: false, replace: true }[given.ifAlreadyRegistered];
		const changed = await changeWebhook(item, {
			decide(registered) {
				const isOurs = item.ofRun.doubt !== undefined && registered?.url === wanted;
				if (registered === null || isOurs || mayReplace) return { action: 'register', url: wanted };
				throw new UserError(
					`Your account already has a webhook: ${plainText(registered.url)}, registered at ${readableTime(registered.createdAt)}`,
					`Delete it first, or set '${IF_REGISTERED}' to 'Replace'. The registered URL then stops receiving events`,
				);
			},
			// After a lost response, only the next try of Retry On Fail can tell that the registered URL is this item's.
			tries: 1,
		});
		return [{ json: { url: wanted, signingKey: valueOrThrow(item, changed).signingKey } }];
	},
});

/** GET /webhook, then DELETE /webhook */
export const webhookDelete = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: "Remove your account's webhook. The service then stops sending events.",
	},
	parameters: {
		stopsEventsNotice: notice(
			'The registered URL stops receiving events. If it belongs to a published Enterprise Assessment Trigger, change anything in that trigger and publish it again to restore the webhook.',
		),
	},
	prepare: (item) => async () => {
		const changed = await changeWebhook(item, {
			decide: (registered) => ({ action: registered === null ? 'leave' : 'remove' }),
			// Each try first reads the registration, so a retry does no harm.
			tries: 3,
		});
		valueOrThrow(item, changed);
		return [{ json: { deleted: true } }];
	},
});

/** GET /webhook */
export const webhookGet = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: "Get the URL that receives your account's events",
	},
	prepare: (item) => async () => {
		const registration = await callEndpoint(item, 'getWebhook');
		return [{ json: registration === null ? { registered: false } : { registered: true, ...registration } }];
	},
});

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
