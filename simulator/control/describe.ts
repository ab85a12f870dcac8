import { linkTo } from '../files/fileRecord.ts';
import type { WebhookRecord } from '../account/records.ts';
import type { Service } from '../service.ts';
import { formatTimestamp } from '../timestamps.ts';
import { CURRENT_VERSION } from '../http/versions.ts';
import type { ClockState, SimulatorState, WebhookState } from './interface.ts';

/** What the control surface shows of the service. */

export function clockState({ clock }: Service): ClockState {
	const milliseconds = clock.now();
	return { now: new Date(milliseconds).toISOString(), milliseconds, stopped: clock.stopped };
}

export function describeWebhook(webhook: WebhookRecord, service: Service): WebhookState {
	const { url, createdAt, signingKey, version } = webhook;
	return {
		url,
		createdAt: formatTimestamp(createdAt, service.settings.utcOffsetMinutes),
		signingKey,
		version: version.segment,
	};
}

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

export function simulatorState(service: Service): SimulatorState {
	const { account } = service.world;
	return {
		baseHost: service.baseHost,
		apiKeys: [...account.apiKeys].map(([apiKey, state]) => ({ apiKey, state })),
		clock: clockState(service),
		settings: service.settings,
		limits: {
			limits: service.settings.limits,
			usage: service.windowsOf(account).usage(service.clock.now()),
		},
		assessments: [...account.assessments.values()],
		groups: [...account.groups.values()],
		userCount: account.users.size,
		webhook: account.webhook && describeWebhook(account.webhook, service),
		otherAccount: otherAccount(service),
	};
}
