import type { Account } from '../account/account.ts';
import type { WebhookRecord } from '../account/records.ts';
import type { Service } from '../service.ts';
import { newSigningKey } from './signature.ts';
import type { WebhookState } from '../control/interface.ts';
import type { ServiceVersion } from '../http/versions.ts';
import { CURRENT_VERSION, VERSIONS } from '../http/versions.ts';

/** Registers, overwriting whatever was registered; the deprecated version gives no signing key, nor did the present one once. */
export function register(
	service: Service,
	account: Account,
	url: string,
	version: ServiceVersion,
	signed = !version.deprecated,
): WebhookRecord {
	const signingKey = !signed ? null : newSigningKey(service.random, service.settings.signingKeyForm);
	const webhook = { url, createdAt: service.clock.now(), signingKey, version };
	account.webhook = webhook;
	return webhook;
}

/** Registers what an earlier run had, with its key. */
export function restore(account: Account, { url, createdAt, signingKey, version }: WebhookState): void {
	const known = VERSIONS.find(({ segment }) => segment === version) ?? CURRENT_VERSION;
	account.webhook = { url, createdAt: Date.parse(createdAt), signingKey, version: known };
}
