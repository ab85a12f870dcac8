import type { Account } from '../account/account.ts';
import type { WebhookRecord } from '../account/records.ts';
import type { Service } from '../service.ts';
import { newSigningKey } from './signature.ts';
import type { ServiceVersion } from '../http/versions.ts';

/** Registers, overwriting whatever was registered; the deprecated version gives no signing key. */
export function register(service: Service, account: Account, url: string, version: ServiceVersion): WebhookRecord {
	const signingKey = version.deprecated ? null : newSigningKey(service.random, service.settings.signingKeyForm);
	const webhook = { url, createdAt: service.clock.now(), signingKey, version };
	account.webhook = webhook;
	return webhook;
}
