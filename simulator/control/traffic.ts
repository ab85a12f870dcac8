import type { ActiveFault, FaultInjection } from '../faults/faults.ts';
import type { LoggedRequest } from '../http/requestLog.ts';
import { CURRENT_VERSION, VERSIONS } from '../versions.ts';
import type { Service } from '../service.ts';
import { ServiceError } from '../serviceError.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Delivery } from '../webhook/deliveries.ts';
import { type WebhookState, eventBody, register, sendExample } from '../webhook/events.ts';
import type { CustomEvent } from './interface.ts';

/** The last `count` of a list that grows at its end; all of it without a count. */
const newest = <Entry>(entries: readonly Entry[], count = entries.length): Entry[] =>
	entries.slice(Math.max(0, entries.length - count));

export function registration({ account, settings }: Service): WebhookState | null {
	if (account.webhook === null) return null;
	const { url, createdAt, signingKey, version } = account.webhook;
	return {
		url,
		createdAt: formatTimestamp(createdAt, settings.utcOffsetMinutes),
		signingKey,
		version: version.segment,
	};
}

interface Registering {
	url: string;
	version?: string;
	/** False: as before webhooks had signatures. */
	signed?: boolean;
}

interface Sent {
	/** Null when no webhook is registered. */
	deliveryId: number | null;
}

/** What came in, what is to go wrong with it, and what was sent. */
export const traffic = {
	inject: ({ faults }: Service, injection: FaultInjection): { faultId: number } => ({
		faultId: faults.inject(injection),
	}),
	faults: ({ faults }: Service): ActiveFault[] => [...faults.list()],
	/** Removes one fault, or all. */
	clearFaults: ({ faults }: Service, { faultId }: { faultId?: number }): void => faults.clear(faultId),
	/**
	 * Oldest first. `after`: only those with a larger id; `endpoint`: exactly that path below the version segment;
	 * `last`: so many at most, the newest.
	 */
	requests(
		{ requests }: Service,
		{ after = 0, endpoint, last }: { after?: number; endpoint?: string; last?: number },
	): LoggedRequest[] {
		const wanted = (entry: LoggedRequest): boolean =>
			entry.requestId > after && (endpoint === undefined || entry.endpoint === endpoint);
		return newest(requests.list().filter(wanted), last);
	},
	clearRequests: ({ requests }: Service): void => requests.clear(),

	webhook: (service: Service): WebhookState | null => registration(service),
	/** As another client of the account would, overwriting what is there. */
	registerWebhook(service: Service, { url, version = CURRENT_VERSION.segment, signed }: Registering): WebhookState {
		const wanted = VERSIONS.find(({ segment }) => segment === version);
		if (!wanted) throw new ServiceError(404, `No version ${version}`);
		const { createdAt, signingKey } = register(service, url, wanted, signed);
		const { utcOffsetMinutes } = service.settings;
		return { url, createdAt: formatTimestamp(createdAt, utcOffsetMinutes), signingKey, version };
	},
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
	/** Newest last. `after`: only those with a larger id; `last`: so many at most, the newest. */
	deliveries: ({ deliveries }: Service, { after = 0, last }: { after?: number; last?: number }): Delivery[] =>
		newest(
			deliveries.list().filter(({ deliveryId }) => deliveryId > after),
			last,
		),
	/** Sends the body of that delivery again, signed now (`fresh`) or with the same headers, to the present registration. */
	redeliver(
		{ deliveries }: Service,
		{ deliveryId, timestamp = 'fresh' }: { deliveryId: number; timestamp?: 'fresh' | 'same' },
	): { deliveryId: number } {
		return { deliveryId: deliveries.redeliver(deliveryId, timestamp).deliveryId };
	},
	/** Resolves once no delivery and no visit of a `returnUrl` is under way or waiting to be repeated. */
	idle: async ({ deliveries }: Service): Promise<void> => await deliveries.idle(),
	/** Forgets all deliveries, and ends those under way. */
	clearDeliveries: ({ deliveries }: Service): void => deliveries.clear(),
};
