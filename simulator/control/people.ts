import type { UserIdentity } from '../../specification/types.d.ts';
import type { AssessmentKind, AssessmentRecord, UserRecord } from '../account/records.ts';
import { PEOPLE } from '../account/seed.ts';
import * as transitions from '../account/transitions.ts';
import { FILES, generatedStream, linkTo } from '../files/files.ts';
import { CURRENT_VERSION } from '../versions.ts';
import { assignment, user as represented } from '../resources/represent.ts';
import { usersNamed } from '../routes/users.ts';
import type { Service } from '../service.ts';
import { ServiceError } from '../serviceError.ts';
import type { NewFile, NewUser, NewUsers, UserPage } from './interface.ts';

const DAY = 24 * 60 * 60_000;

export type ControlledUser = ReturnType<typeof controlledUser>;

/** A user with everything that the service knows about them. */
function controlledUser({ settings }: Service, user: UserRecord) {
	return {
		...represented(user, { version: CURRENT_VERSION, settings }),
		administrator: user.administrator,
		groupIds: [...user.groupIds],
		assignments: user.userAssessments.map((record) => assignment(record, settings)),
	};
}

function newRecord({ account }: Service, { groupIds = [], ...details }: NewUser): UserRecord {
	const unknown = groupIds.find((groupId) => !account.groups.has(groupId));
	if (unknown !== undefined) throw new ServiceError(404, `There is no group ${unknown}`);
	const user = account.addUser(details);
	for (const groupId of groupIds) user.groupIds.add(groupId);
	return user;
}

const searchable = ({ givenName, surname, username, email, uniqueIdentifier, studentId, userId }: UserRecord): string =>
	[`${givenName} ${surname}`, username, email, uniqueIdentifier, studentId, userId].join('\n').toLowerCase();

/** When the user's most recent assignment was created, in ms. */
const lastAssigned = ({ userAssessments }: UserRecord): number =>
	Math.max(0, ...userAssessments.map(({ assignedAt }) => assignedAt));

/** The contents of an account. */
export const people = {
	addAssessment: ({ account }: Service, { name, kind }: { name: string; kind: AssessmentKind }): AssessmentRecord =>
		account.addAssessment(name, kind),
	renameAssessment({ account }: Service, { assessmentId, name }: { assessmentId: string; name: string }): void {
		const assessment = account.assessments.get(assessmentId);
		if (!assessment) throw new ServiceError(404, 'There is no such assessment');
		assessment.name = name;
	},
	addUser: (service: Service, input: NewUser): ControlledUser => controlledUser(service, newRecord(service, input)),
	/** As in the admin dashboard: the user's assignments and links are gone, too. */
	deleteUser({ account }: Service, { userId }: { userId: string }): void {
		for (const { userAssessmentId } of account.users.get(userId)?.userAssessments ?? []) {
			account.userAssessments.delete(userAssessmentId);
		}
		for (const [token, { user }] of account.signInLinks) if (user.userId === userId) account.signInLinks.delete(token);
		if (!account.users.delete(userId)) throw new ServiceError(404, 'There is no such user');
	},

	/** Adds many users at once, named `bulk-000001` and so on. Doesn't send events. */
	addUsers(service: Service, input: NewUsers): { userIds: string[]; userAssessmentIds: string[] } {
		const { account, clock } = service;
		const { assessmentId: only, count, status = 'Completed' } = input;
		const assessments = [...account.assessments.values()].filter(
			({ assessmentId }) => only === undefined || assessmentId === only,
		);
		if (assessments.length === 0) throw new ServiceError(404, `There is no assessment ${only ?? ''}`);
		const to = input.completedTo ?? clock.now();
		const from = input.completedFrom ?? to - DAY;
		const made: Record<'userIds' | 'userAssessmentIds', string[]> = { userIds: [], userAssessmentIds: [] };
		for (let place = 0; place < count; place++) {
			const uniqueIdentifier = `bulk-${String(account.users.size).padStart(6, '0')}`;
			const email = `${uniqueIdentifier}@example.com`;
			const name = PEOPLE[place % PEOPLE.length] ?? PEOPLE[0];
			const user = newRecord(service, { ...name, email, uniqueIdentifier, groupIds: input.groupIds });
			made.userIds.push(user.userId);
			const at = count > 1 ? Math.round(from + ((to - from) * place) / (count - 1)) : to;
			const assessment = assessments[place % assessments.length];
			if (!assessment) continue;
			const record = transitions.assign(account, user, assessment, at - DAY);
			transitions.bring(record, account, status, at);
			made.userAssessmentIds.push(record.userAssessmentId);
		}
		return made;
	},

	/** In the order of creation by default. */
	users(service: Service, page: UserPage): ControlledUser[] {
		const { limit = Infinity, search = '', newestFirst = false } = page;
		const wanted = search.trim().toLowerCase();
		const found = [...service.account.users.values()].filter((user) => searchable(user).includes(wanted));
		if (newestFirst) found.reverse().sort((left, right) => lastAssigned(right) - lastAssigned(left));
		return found.slice(0, limit).map((user) => controlledUser(service, user));
	},
	user(service: Service, identity: UserIdentity): ControlledUser {
		const [user, ...others] = usersNamed(service, identity);
		if (!user || others.some((other) => other !== user)) throw new ServiceError(404, 'There is no such user');
		return controlledUser(service, user);
	},
	createFile({ account }: Service, input: NewFile): { link: string } {
		const { bytes, kind = 'audio', declareLength = true, contentDisposition } = input;
		const seed = account.random.uuid();
		const fileId = account.addFile({
			kind,
			fileName: `generated-${bytes}.bin`,
			contentType: input.contentType ?? FILES[kind].contentType,
			contentDisposition,
			body: () => generatedStream(seed, bytes),
			length: declareLength ? bytes : undefined,
		});
		return { link: linkTo(kind, fileId, CURRENT_VERSION.linkSegment) };
	},
};
