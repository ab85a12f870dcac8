import { ServiceError } from '../serviceError.ts';
import { formatTimestamp } from '../timestamps.ts';
import { register, sendExample } from '../webhook/events.ts';
import type { Handler } from './endpoint.ts';

const EXAMPLE_INTERVAL_MS = 1000;

export const getWebhook: Handler<'getWebhook'> = ({ service: { account, settings } }) => {
	const { webhook } = account;
	if (!webhook) return { status: 204 };
	const createdAt = formatTimestamp(webhook.createdAt, settings.utcOffsetMinutes);
	return { status: 200, json: { url: webhook.url, createdAt } };
};

export const registerWebhook: Handler<'registerWebhook'> = ({ service, version, body: { url } }) => {
	const { signingKey } = register(service, url, version);
	return { status: 200, json: { signingKey } };
};

export const deleteWebhook: Handler<'deleteWebhook'> = ({ service: { account } }) => {
	account.webhook = null;
	return { status: 204 };
};

/** Responds with 200 even if no webhook is registered, because it only confirms that the event was triggered. */
export const sendExampleEvent: Handler<'sendExampleEvent'> = ({ service }) => {
	const { account } = service;
	const now = service.clock.now();
	const elapsed = account.exampleSentAt === null ? Infinity : now - account.exampleSentAt;
	if (elapsed >= 0 && elapsed < EXAMPLE_INTERVAL_MS) {
		if (service.settings.exampleOverLimit === 'ignored') return { status: 200 };
		throw new ServiceError(429, 'The example event is sent at most once per second.');
	}
	account.exampleSentAt = now;
	sendExample(service);
	return { status: 200 };
};
