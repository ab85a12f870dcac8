import type { Account } from '../account/account.ts';
import type { Delivery } from './deliveries.ts';
import type { UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { EXAMPLE_EVENT_DATA, user as represented } from '../resources/represent.ts';
import type { Service } from '../service.ts';

export const eventBody = (event: string, data: unknown): Buffer => Buffer.from(JSON.stringify({ event, data }), 'utf8');

/** The user with exactly the report just scored, in the form of the version that registered the webhook. */
export function sendScored(
	service: Service,
	account: Account,
	user: UserRecord,
	record: UserAssessmentRecord,
): Delivery | null {
	if (account.webhook === null) return null;
	const data = represented(user, { version: account.webhook.version, settings: service.settings }, [record]);
	const event = 'user-assessment-scored';
	return service.deliveries.send(account, { event, body: eventBody(event, data) });
}

export function sendExample(service: Service, account: Account): Delivery | null {
	const event = 'webhook-example';
	return service.deliveries.send(account, { event, body: eventBody(event, EXAMPLE_EVENT_DATA) });
}
