import { newApiKey } from '../account/seed.ts';
import { linkTo } from '../files/fileRecord.ts';
import { CURRENT_VERSION } from '../versions.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../settings.ts';
import { ServiceError } from '../serviceError.ts';
import type { ClockChange, ClockState, SimulatorState } from './interface.ts';
import { momentOr } from './moments.ts';
import { registration } from './traffic.ts';

function otherAccount({ world }: Service): SimulatorState['otherAccount'] {
	const { apiKeys, assessments, groups, users, userAssessments } = world.otherAccount;
	const first = (keys: Iterable<string>): string => [...keys][0] ?? '';
	return {
		apiKey: first(apiKeys.keys()),
		assessmentId: first(assessments.keys()),
		groupId: first(groups.keys()),
		userId: first(users.keys()),
		userAssessmentId: first(userAssessments.keys()),
		links: [...world.files.values()]
			.filter(({ account }) => account === world.otherAccount)
			.map(({ kind, fileId }) => linkTo(kind, fileId, CURRENT_VERSION.linkSegment)),
	};
}

function clockOf({ clock }: Service): ClockState {
	const milliseconds = clock.now();
	return { now: new Date(milliseconds).toISOString(), milliseconds, stopped: clock.stopped };
}

/** Clock, settings, limits and keys. */
export const environment = {
	state(service: Service): SimulatorState {
		const { account } = service.world;
		return {
			baseHost: service.baseHost,
			apiKeys: [...account.apiKeys].map(([apiKey, state]) => ({ apiKey, state })),
			clock: clockOf(service),
			settings: service.settings,
			limits: { limits: service.settings.limits, usage: service.windowsOf(account).usage(service.clock.now()) },
			assessments: [...account.assessments.values()],
			groups: [...account.groups.values()],
			userCount: account.users.size,
			webhook: registration(service),
			otherAccount: otherAccount(service),
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
	generateKey({ keys, world }: Service): { apiKey: string } {
		const apiKey = newApiKey(keys);
		world.account.apiKeys.set(apiKey, 'active');
		return { apiKey };
	},
	/** Effective immediately. Without a key: all. */
	revokeKey({ world }: Service, { apiKey }: { apiKey?: string }): void {
		const { apiKeys } = world.account;
		if (apiKey !== undefined && !apiKeys.has(apiKey)) throw new ServiceError(404, 'No such API key');
		for (const key of apiKey === undefined ? [...apiKeys.keys()] : [apiKey]) apiKeys.set(key, 'revoked');
	},
};
