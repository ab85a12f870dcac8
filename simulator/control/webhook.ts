import { eventBody, sendExample } from '../webhook/events.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import { CURRENT_VERSION, VERSIONS } from '../http/versions.ts';
import { register } from '../webhook/webhooks.ts';
import { describeWebhook } from './describe.ts';
import type { SimulatorControl } from './interface.ts';
import { newest } from './newest.ts';

type Webhook = Pick<
	SimulatorControl,
	| 'webhook'
	| 'registerWebhook'
	| 'deleteWebhook'
	| 'sendEvent'
	| 'sendExample'
	| 'deliveries'
	| 'redeliver'
	| 'idle'
	| 'clearDeliveries'
>;

/** The account's webhook and what was sent to it. */
export function webhookControl(service: Service): Webhook {
	const { deliveries } = service;
	return {
		webhook: async () => {
			const { webhook } = service.world.account;
			return webhook && describeWebhook(webhook, service);
		},
		registerWebhook: async ({ url, version = CURRENT_VERSION.segment, signed }) => {
			const wanted = VERSIONS.find(({ segment }) => segment === version);
			if (!wanted) throw new SimulatorError(404, `No version ${version}`);
			return describeWebhook(register(service, service.world.account, url, wanted, signed), service);
		},
		deleteWebhook: async () => {
			service.world.account.webhook = null;
		},
		sendEvent: async ({ event, data, rawBody, headers }) => {
			const body = rawBody === undefined ? eventBody(event, data) : Buffer.from(rawBody, 'utf8');
			const delivery = deliveries.send(service.world.account, { event, body, headers });
			return { deliveryId: delivery?.deliveryId ?? null };
		},
		sendExample: async () => ({ deliveryId: sendExample(service, service.world.account)?.deliveryId ?? null }),
		deliveries: async ({ after = 0, last } = {}) =>
			newest(
				deliveries.list().filter(({ deliveryId }) => deliveryId > after),
				last,
			),
		redeliver: async ({ deliveryId, timestamp = 'fresh' }) => ({
			deliveryId: deliveries.redeliver(service.world.account, deliveryId, timestamp).deliveryId,
		}),
		idle: () => deliveries.idle(),
		clearDeliveries: async () => deliveries.clear(),
	};
}
