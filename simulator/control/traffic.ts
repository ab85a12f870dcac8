import type { ActiveFault, FaultInjection } from '../faults/faults.ts';
import type { LoggedRequest } from '../requestLog.ts';
import { CURRENT_VERSION } from '../versions.ts';
import type { Service } from '../service.ts';
import type { Delivery } from '../webhook/deliveries.ts';
import { type WebhookState, eventBody, register, sendExample, webhookState } from '../webhook/events.ts';
import type { CustomEvent } from './interface.ts';

interface WantedRequests {
	after?: number;
	endpoint?: string;
	last?: number;
}

interface Redelivery {
	deliveryId: number;
	timestamp?: 'fresh' | 'same';
}

/** Null if no webhook is registered. */
const sent = (delivery: Delivery | null) => ({ deliveryId: delivery?.deliveryId ?? null });

/** Controls the received requests, the faults for them, and the sent events. */
export const traffic = {
	inject: ({ faults }: Service, injection: FaultInjection): { faultId: number } => ({
		faultId: faults.inject(injection),
	}),
	faults: ({ faults }: Service): ActiveFault[] => [...faults.list()],
	/** Removes one fault, or all faults. */
	clearFaults: ({ faults }: Service, { faultId }: { faultId?: number }): void => faults.clear(faultId),
	/** Oldest first. `after`: only requests with a larger ID; `last`: only this many of the newest. */
	requests: ({ requests }: Service, { after = 0, endpoint, last = Infinity }: WantedRequests): LoggedRequest[] =>
		requests.entries
			.filter((entry) => entry.requestId > after && (endpoint === undefined || entry.endpoint === endpoint))
			.slice(-last),
	clearRequests: ({ requests }: Service): void => void (requests.entries = []),

	webhook: ({ account, settings }: Service): WebhookState | null =>
		account.webhook && webhookState(account.webhook, settings),
	/** Registers a webhook as another client of the account would, overwriting any existing one. */
	registerWebhook: (service: Service, { url }: { url: string }): WebhookState =>
		webhookState(register(service, url, CURRENT_VERSION), service.settings),
	deleteWebhook({ account }: Service): void {
		account.webhook = null;
	},
	/** Sends any event to the registered webhook. */
	sendEvent: ({ deliveries }: Service, { event, data, rawBody, headers }: CustomEvent) =>
		sent(deliveries.send({ event, body: rawBody ?? eventBody(event, data), headers })),
	/** Sends webhook-example without an API request, any number of times. */
	sendExample: (service: Service) => sent(sendExample(service)),
	/** Newest last. `last`: only this many of the newest. */
	deliveries: ({ deliveries }: Service, { last = Infinity }: { last?: number }): Delivery[] =>
		deliveries.sent.slice(-last),
	/** Sends that delivery's body again to the current registration, newly signed (`fresh`) or with the same headers. */
	redeliver: ({ deliveries }: Service, { deliveryId, timestamp }: Redelivery): { deliveryId: number } => ({
		deliveryId: deliveries.redeliver(deliveryId, timestamp).deliveryId,
	}),
	/** Resolves once no delivery or visit to a `returnUrl` is in progress or waiting for a retry. */
	idle: async ({ deliveries }: Service): Promise<void> => await deliveries.idle(),
	/** Forgets all deliveries, and stops those in progress. */
	clearDeliveries: ({ deliveries }: Service): void => deliveries.clear(),
};
