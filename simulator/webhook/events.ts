import type { Account } from '../account/account.ts';
import type { UserAssessmentRecord, WebhookRecord } from '../account/records.ts';
import { userIn } from '../document.ts';
import { CURRENT_VERSION, type ServiceVersion, VERSIONS } from '../versions.ts';
import { EXAMPLE_EVENT_DATA, user as represented } from '../resources/represent.ts';
import type { Settings } from '../settings.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Deliveries, Delivery, Sender } from './deliveries.ts';
import { newSigningKey } from './signature.ts';

/** A registration as the control surface shows it, and as a later run restores it. */
export interface WebhookState {
	url: string;
	createdAt: string;
	/** Null if the version doesn't return one. */
	signingKey: string | null;
	version: string;
}

/** Registers a webhook, overwriting any existing one. The deprecated version doesn't return a signing key. */
export function register({ account, clock, settings }: Sender, url: string, version: ServiceVersion): WebhookRecord {
	const signingKey = version.deprecated ? null : newSigningKey(account.random, settings.signingKeyForm);
	const webhook = { url, createdAt: clock.now(), signingKey, version };
	account.webhook = webhook;
	return webhook;
}

export function webhookState(
	{ url, createdAt: at, signingKey, version }: WebhookRecord,
	settings: Settings,
): WebhookState {
	const createdAt = formatTimestamp(at, settings.utcOffsetMinutes);
	return { url, createdAt, signingKey, version: version.segment };
}

/** Registers an earlier run's webhook with its signing key. */
export function restore(account: Account, { url, createdAt, signingKey, version }: WebhookState): void {
	const known = VERSIONS.find(({ segment }) => segment === version) ?? CURRENT_VERSION;
	account.webhook = { url, createdAt: Date.parse(createdAt), signingKey, version: known };
}

export const eventBody = (event: string, data: unknown): string => JSON.stringify({ event, data });

/** The user with only the report just scored, in the form of the version that registered the webhook. */
export function sendScored(
	{ account, deliveries, settings }: Sender & { deliveries: Deliveries },
	record: UserAssessmentRecord,
): Delivery | null {
	if (account.webhook === null) return null;
	const { version } = account.webhook;
	const data = userIn(version, represented(record.user, { version, settings }, [record]));
	const event = 'user-assessment-scored';
	return deliveries.send({ event, body: eventBody(event, data) });
}

export function sendExample({ deliveries }: { deliveries: Deliveries }): Delivery | null {
	const event = 'webhook-example';
	return deliveries.send({ event, body: eventBody(event, EXAMPLE_EVENT_DATA) });
}
