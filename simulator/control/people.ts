import type { Account } from '../account/account.ts';
import { newUser } from '../account/newUser.ts';
import { PEOPLE } from '../account/people.ts';
import type { UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { assignment, user as represented } from '../resources/represent.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import * as transitions from '../account/transitions.ts';
import { CURRENT_VERSION } from '../http/versions.ts';
import type { ControlledUser, NewUser, NewUsers } from './interface.ts';
import { momentOr } from './moments.ts';

const DAY = 24 * 60 * 60_000;

export function controlledUser(service: Service, user: UserRecord): ControlledUser {
	const { settings } = service;
	return {
		...represented(user, { version: CURRENT_VERSION, settings }),
		administrator: user.administrator,
		groupIds: [...user.groupIds],
		assignments: user.userAssessments.map((record) => assignment(user, record, settings)),
	};
}

function joinGroups(account: Account, user: UserRecord, groupIds: readonly string[] = []): void {
	for (const groupId of groupIds) {
		if (!account.groups.has(groupId)) throw new SimulatorError(404, `No group ${groupId}`);
		user.groupIds.add(groupId);
	}
}

export function addUser(service: Service, input: NewUser): UserRecord {
	const { account } = service.world;
	const { givenName = '', surname = '', email = '', uniqueIdentifier = '', studentId = '' } = input;
	const details = { givenName, surname, email, uniqueIdentifier, studentId };
	const user = newUser(service.random.uuid(), details, input.administrator ?? false);
	joinGroups(account, user, input.groupIds);
	account.addUser(user);
	return user;
}

function bring(service: Service, user: UserRecord, record: UserAssessmentRecord, input: NewUsers, at: number): void {
	const owner = { world: service.world, account: service.world.account, user };
	switch (input.status ?? 'Completed') {
		case 'NotStarted':
			return;
		case 'InProgress':
			return transitions.start(record, at);
		case 'ScorePending':
			return transitions.finish(record, owner, at, service.random);
		case 'NeedsReview':
			transitions.finish(record, owner, at, service.random);
			return transitions.needReview(record, at);
		case 'Completed':
			return transitions.score(record, owner, at, {}, service.random);
	}
}

/** Many users at once, named `bulk-000001` and so on; no events are sent. */
export function addUsers(service: Service, input: NewUsers): { userIds: string[]; userAssessmentIds: string[] } {
	const { account } = service.world;
	const all = [...account.assessments.values()];
	const assessments =
		input.assessmentId === undefined ? all : all.filter(({ assessmentId }) => assessmentId === input.assessmentId);
	if (assessments.length === 0) throw new SimulatorError(404, `No assessment ${input.assessmentId ?? ''}`);
	const reportsPerUser = input.reportsPerUser ?? 1;
	const reports = input.count * reportsPerUser;
	const to = momentOr(input.completedTo, service.clock.now());
	const from = momentOr(input.completedFrom, to - DAY);
	const userIds: string[] = [];
	const userAssessmentIds: string[] = [];
	const first = account.users.size;
	for (let index = 0; index < input.count; index++) {
		const name = `bulk-${String(first + index).padStart(6, '0')}`;
		const { givenName, surname } = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];
		const identity = { email: `${name}@example.com`, uniqueIdentifier: name, studentId: '' };
		const user = addUser(service, { givenName, surname, ...identity, groupIds: input.groupIds });
		userIds.push(user.userId);
		for (let report = 0; report < reportsPerUser; report++) {
			const place = index * reportsPerUser + report;
			const at = reports > 1 ? Math.round(from + ((to - from) * place) / (reports - 1)) : to;
			const assessment = assessments[place % assessments.length];
			if (!assessment) continue;
			const record = transitions.assign(assessment, { world: service.world, account, user }, service.random.uuid(), {
				assignedAt: at - DAY,
				expiresAt: at + service.settings.assignmentLifetimeDays * DAY,
			});
			bring(service, user, record, input, at);
			userAssessmentIds.push(record.userAssessmentId);
		}
	}
	return { userIds, userAssessmentIds };
}
