import { newApiKey } from '../account/seed.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import { clockState, simulatorState } from './describe.ts';
import type { SimulatorControl } from './interface.ts';
import { momentOr } from './moments.ts';

type Environment = Pick<
	SimulatorControl,
	'state' | 'reset' | 'clock' | 'setClock' | 'settings' | 'configure' | 'clearLimits' | 'generateKey' | 'revokeKey'
>;

/** Clock, settings, limits and keys. */
export function environmentControl(service: Service): Environment {
	return {
		state: async () => simulatorState(service),
		reset: async ({ empty } = {}) => service.reset(empty),
		clock: async () => clockState(service),
		setClock: async ({ at, advanceMs, stopped }) => {
			const { clock } = service;
			if (stopped === true && !clock.stopped) clock.stop();
			if (at !== undefined) clock.set(momentOr(at, 0));
			if (advanceMs !== undefined) clock.advance(advanceMs);
			if (stopped === false) clock.run();
			return clockState(service);
		},
		settings: async () => service.settings,
		configure: async (changes) => {
			service.settings = { ...service.settings, ...changes };
			return service.settings;
		},
		clearLimits: async () => service.forgetWindows(),
		generateKey: async () => {
			const apiKey = newApiKey(service.keys);
			service.world.account.apiKeys.set(apiKey, 'active');
			return { apiKey };
		},
		revokeKey: async ({ apiKey } = {}) => {
			const { apiKeys } = service.world.account;
			if (apiKey !== undefined && !apiKeys.has(apiKey)) throw new SimulatorError(404, 'No such API key');
			for (const key of apiKey === undefined ? [...apiKeys.keys()] : [apiKey]) apiKeys.set(key, 'revoked');
		},
	};
}
