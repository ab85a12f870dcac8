import { newApiKey } from '../account/account.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../settings.ts';
import { ServiceError } from '../serviceError.ts';
import type { ClockChange, ClockState, SimulatorState } from './interface.ts';
import { momentOr } from './moments.ts';
import { registration } from './traffic.ts';

function clockOf({ clock }: Service): ClockState {
	const milliseconds = clock.now();
	return { now: new Date(milliseconds).toISOString(), milliseconds, stopped: clock.stopped };
}

/** Clock, settings, limits and keys. */
export const environment = {
	state(service: Service): SimulatorState {
		const { account } = service;
		return {
			baseHost: service.baseHost,
			apiKeys: [...account.apiKeys].map(([apiKey, state]) => ({ apiKey, state })),
			clock: clockOf(service),
			settings: service.settings,
			limits: { limits: service.settings.limits, usage: service.usage() },
			assessments: [...account.assessments.values()],
			groups: [...account.groups.values()],
			userCount: account.users.size,
			webhook: registration(service),
		};
	},
	/** Back to the seeded data, settings and clock; logs, faults and limits are cleared. */
	reset: (service: Service, { empty }: { empty?: boolean }): void => service.reset(empty),
	setClock(service: Service, { at, advanceMs, stopped }: ClockChange): ClockState {
		const { clock } = service;
		if (stopped === true && !clock.stopped) clock.stop();
		if (at !== undefined) clock.set(momentOr(at, 0));
		if (advanceMs !== undefined) clock.set(clock.now() + advanceMs);
		if (stopped === false) clock.run();
		return clockOf(service);
	},
	configure(service: Service, changes: Partial<Settings>): Settings {
		service.settings = { ...service.settings, ...changes };
		return service.settings;
	},
	/** Forgets the requests counted against the limits. */
	clearLimits: (service: Service): void => service.forgetWindows(),
	generateKey({ account, keys }: Service): { apiKey: string } {
		const apiKey = newApiKey(keys);
		account.apiKeys.set(apiKey, 'active');
		return { apiKey };
	},
	/** Effective immediately. Without a key: all. */
	revokeKey({ account }: Service, { apiKey }: { apiKey?: string }): void {
		const { apiKeys } = account;
		if (apiKey !== undefined && !apiKeys.has(apiKey)) throw new ServiceError(404, 'No such API key');
		for (const key of apiKey === undefined ? [...apiKeys.keys()] : [apiKey]) apiKeys.set(key, 'revoked');
	},
};
