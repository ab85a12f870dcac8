import type { ActiveFault, FaultInjection } from '../faults/faults.ts';
import type { LoggedRequest } from '../requestLog.ts';
import { CURRENT_VERSION } from '../versions.ts';
import type { Service } from '../service.ts';
import type { Delivery } from '../webhook/deliveries.ts';
import { type WebhookState, eventBody, register, sendExample, webhookState } from '../webhook/events.ts';
import type { CustomEvent } from './interface.ts';

interface Sent {
	/** Null when no webhook is registered. */
	deliveryId: number | null;
}

interface WantedRequests {
	after?: number;
	endpoint?: string;
	last?: number;
}

interface Redelivery {
	deliveryId: number;
	timestamp?: 'fresh' | 'same';
}

/** What came in, what is to go wrong with it, and what was sent. */
export const traffic = {
	inject: ({ faults }: Service, injection: FaultInjection): { faultId: number } => ({
		faultId: faults.inject(injection),
	}),
	faults: ({ faults }: Service): ActiveFault[] => [...faults.list()],
	/** Removes one fault, or all. */
	clearFaults: ({ faults }: Service, { faultId }: { faultId?: number }): void => faults.clear(faultId),
	/** Oldest first. `after`: only those with a larger id; `last`: so many at most, the newest. */
	requests: ({ requests }: Service, { after = 0, endpoint, last = Infinity }: WantedRequests): LoggedRequest[] =>
		requests.entries
			.filter((entry) => entry.requestId > after && (endpoint === undefined || entry.endpoint === endpoint))
			.slice(-last),
	clearRequests: ({ requests }: Service): void => void (requests.entries = []),

	webhook: ({ account, settings }: Service): WebhookState | null =>
		account.webhook && webhookState(account.webhook, settings),
	/** As another client of the account would, overwriting what is there. */
	registerWebhook: (service: Service, { url }: { url: string }): WebhookState =>
		webhookState(register(service, url, CURRENT_VERSION), service.settings),
	deleteWebhook({ account }: Service): void {
		account.webhook = null;
	},
	/** Sends any event to the registered webhook. */
	sendEvent({ deliveries }: Service, { event, data, rawBody, headers }: CustomEvent): Sent {
		const body = rawBody ?? eventBody(event, data);
		return { deliveryId: deliveries.send({ event, body, headers })?.deliveryId ?? null };
	},
	/** webhook-example, without a request to the API and as often as wanted. */
	sendExample: (service: Service): Sent => ({
		deliveryId: sendExample(service)?.deliveryId ?? null,
	}),
	/** Newest last. `last`: so many at most, the newest. */
	deliveries: ({ deliveries }: Service, { last = Infinity }: { last?: number }): Delivery[] =>
		deliveries.sent.slice(-last),
	/** Sends the body of that delivery again, signed now (`fresh`) or with the same headers, to the present registration. */
	redeliver: ({ deliveries }: Service, { deliveryId, timestamp }: Redelivery): { deliveryId: number } => ({
		deliveryId: deliveries.redeliver(deliveryId, timestamp).deliveryId,
	}),
	/** Resolves once no delivery and no visit of a `returnUrl` is under way or waiting to be repeated. */
	idle: async ({ deliveries }: Service): Promise<void> => await deliveries.idle(),
	/** Forgets all deliveries, and ends those under way. */
	clearDeliveries: ({ deliveries }: Service): void => deliveries.clear(),
};
