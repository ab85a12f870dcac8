import { eventBody, sendExample } from '../webhook/events.ts';
import { SimulatorError } from '../simulatorError.ts';
import { CURRENT_VERSION, VERSIONS } from '../http/versions.ts';
import { register } from '../webhook/webhooks.ts';
import { describeWebhook } from './describe.ts';
import type { CustomEvent } from './interface.ts';
import { get, post, remove } from './method.ts';
import { newest } from './newest.ts';
import { anything, count, flag, headers, oneOf, text } from './schemas.ts';

/** The account's webhook and what was sent to it. */
export const webhook = {
	webhook: get('/webhook', (service) => {
		const { webhook: registered } = service.world.account;
		return registered && describeWebhook(registered, service);
	}),
	/**
	 * As another client of the same account would, overwriting what is there. `signed` false: as before webhooks had
	 * signatures.
	 */
	registerWebhook: post(
		'/webhook',
		(
			service,
			{ url, version = CURRENT_VERSION.segment, signed }: { url: string; version?: string; signed?: boolean },
		) => {
			const wanted = VERSIONS.find(({ segment }) => segment === version);
			if (!wanted) throw new SimulatorError(404, `No version ${version}`);
			return describeWebhook(register(service, service.world.account, url, wanted, signed), service);
		},
		{ url: text, version: text, signed: flag },
		['url'],
	),
	deleteWebhook: remove('/webhook', ({ world }) => {
		world.account.webhook = null;
	}),
	/** Sends any event to the registered webhook; null when there is none. */
	sendEvent: post(
		'/events',
		({ deliveries, world }, { event, data, rawBody, headers: changes }: CustomEvent) => {
			const body = rawBody === undefined ? eventBody(event, data) : Buffer.from(rawBody, 'utf8');
			const delivery = deliveries.send(world.account, { event, body, headers: changes });
			return { deliveryId: delivery?.deliveryId ?? null };
		},
		{ event: text, data: anything, rawBody: text, headers },
		['event'],
	),
	/** webhook-example, without a request to the API and as often as wanted; null when there is no webhook. */
	sendExample: post('/events/example', (service) => ({
		deliveryId: sendExample(service, service.world.account)?.deliveryId ?? null,
	})),
	/** Newest last. `after`: only those with a larger id; `last`: so many at most, the newest. */
	deliveries: get(
		'/deliveries',
		({ deliveries }, { after = 0, last }: { after?: number; last?: number }) =>
			newest(
				deliveries.list().filter(({ deliveryId }) => deliveryId > after),
				last,
			),
		{ after: count, last: count },
	),
	/** The same body again. `fresh`: signed now, to the present registration; `same`: the same headers and address. */
	redeliver: post(
		'/deliveries/redeliver',
		(
			{ deliveries, world },
			{ deliveryId, timestamp = 'fresh' }: { deliveryId: number; timestamp?: 'fresh' | 'same' },
		) => ({ deliveryId: deliveries.redeliver(world.account, deliveryId, timestamp).deliveryId }),
		{ deliveryId: count, timestamp: oneOf('fresh', 'same') },
		['deliveryId'],
	),
	/** Resolves once no delivery and no visit of a `returnUrl` is under way or waiting to be repeated. */
	idle: post('/deliveries/idle', async ({ deliveries, returnVisits }) => {
		await Promise.all([deliveries.idle(), returnVisits.idle()]);
	}),
	/** Forgets all deliveries, and ends those under way. */
	clearDeliveries: remove('/deliveries', ({ deliveries }) => deliveries.clear()),
	/** Every `returnUrl` that was visited because somebody finished, oldest first. */
	returnVisits: get('/return-visits', ({ returnVisits }) => [...returnVisits.list()]),
};
