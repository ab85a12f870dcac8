import { newApiKey } from '../account/account.ts';
import { RequestWindows } from '../rateLimit.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../settings.ts';
import { ServiceError } from '../serviceError.ts';
import { webhookState } from '../webhook/events.ts';

export type SimulatorState = ReturnType<typeof environment.state>;

/** Controls the clock, settings, limits and keys. */
export const environment = {
	state(service: Service) {
		const { account, settings } = service;
		return {
			baseHost: service.baseHost,
			apiKeys: [...account.apiKeys].map(([apiKey, state]) => ({ apiKey, state })),
			/** The simulator's current time. */
			now: service.clock.now(),
			settings,
			limits: { limits: settings.limits, usage: service.windows.usage(service.clock.now()) },
			assessments: [...account.assessments.values()],
			groups: [...account.groups.values()],
			/** `users()` lists the users. */
			userCount: account.users.size,
			webhook: account.webhook && webhookState(account.webhook, settings),
		};
	},
	/** Restores the seeded data, settings and clock, and clears logs, faults and limits. */
	reset: (service: Service, { empty }: { empty?: boolean }): void => service.reset(empty),
	setClock: ({ clock }: Service, { advanceMs }: { advanceMs: number }): void => void (clock.ahead += advanceMs),
	configure(service: Service, changes: Partial<Settings>): Settings {
		service.settings = { ...service.settings, ...changes };
		return service.settings;
	},
	/** Forgets the requests counted against the limits. */
	clearLimits: (service: Service): void => void (service.windows = new RequestWindows()),
	generateKey({ account, keys }: Service): { apiKey: string } {
		const apiKey = newApiKey(keys);
		account.apiKeys.set(apiKey, 'active');
		return { apiKey };
	},
	/** Revokes the key immediately, or all keys if none is passed. */
	revokeKey({ account }: Service, { apiKey }: { apiKey?: string }): void {
		const { apiKeys } = account;
		if (apiKey !== undefined && !apiKeys.has(apiKey)) throw new ServiceError(404, 'There is no such API key');
		for (const key of apiKey === undefined ? [...apiKeys.keys()] : [apiKey]) apiKeys.set(key, 'revoked');
	},
};
