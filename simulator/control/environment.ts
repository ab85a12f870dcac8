import { newApiKey } from '../account/seed.ts';
import type { Settings } from '../settings.ts';
import { SimulatorError } from '../simulatorError.ts';
import { clockState, simulatorState } from './describe.ts';
import type { ClockChange } from './interface.ts';
import { get, post, remove } from './method.ts';
import { momentOr } from './moments.ts';
import { flag, moment, settings, text } from './schemas.ts';

/** Clock, settings, limits and keys. */
export const environment = {
	state: get('/state', simulatorState),
	/** Back to the seeded data, settings and clock; logs, faults and limits are cleared. */
	reset: post('/reset', (service, { empty }: { empty?: boolean }) => service.reset(empty), { empty: flag }),
	clock: get('/clock', clockState),
	setClock: post(
		'/clock',
		(service, { at, advanceMs, stopped }: ClockChange) => {
			const { clock } = service;
			if (stopped === true && !clock.stopped) clock.stop();
			if (at !== undefined) clock.set(momentOr(at, 0));
			if (advanceMs !== undefined) clock.advance(advanceMs);
			if (stopped === false) clock.run();
			return clockState(service);
		},
		{ at: moment, advanceMs: { type: 'number' }, stopped: flag },
	),
	settings: get('/settings', (service) => service.settings),
	configure: post(
		'/settings',
		(service, changes: Partial<Settings>) => {
			service.settings = { ...service.settings, ...changes };
			return service.settings;
		},
		settings,
	),
	/** Forgets the requests counted against the limits. */
	clearLimits: remove('/limits', (service) => service.forgetWindows()),
	generateKey: post('/keys', (service) => {
		const apiKey = newApiKey(service.keys);
		service.world.account.apiKeys.set(apiKey, 'active');
		return { apiKey };
	}),
	/** Effective immediately. Without a key: all. */
	revokeKey: post(
		'/keys/revoke',
		(service, { apiKey }: { apiKey?: string }) => {
			const { apiKeys } = service.world.account;
			if (apiKey !== undefined && !apiKeys.has(apiKey)) throw new SimulatorError(404, 'No such API key');
			for (const key of apiKey === undefined ? [...apiKeys.keys()] : [apiKey]) apiKeys.set(key, 'revoked');
		},
		{ apiKey: text },
	),
};
