import type { Random } from '../random.ts';
import type { Settings } from '../settings.ts';
import type {
	AssessmentKind,
	AssessmentRecord,
	GroupRecord,
	UserAssessmentRecord,
	UserRecord,
	WebhookRecord,
} from './records.ts';

export function addAssessment(account: Account, name: string, kind: AssessmentKind, random: Random): AssessmentRecord {
	const assessment: AssessmentRecord = {
		assessmentId: random.uuid(),
		name,
		assessmentType: kind === 'placement' ? 'ThousandPoint' : 'TenPoint',
		kind,
	};
	account.assessments.set(assessment.assessmentId, assessment);
	return assessment;
}

export function addGroup(account: Account, name: string, random: Random): GroupRecord {
	const group = { groupId: random.uuid(), name };
	account.groups.set(group.groupId, group);
	return group;
}

type UserInput = Pick<UserRecord, 'givenName' | 'surname' | 'email' | 'uniqueIdentifier' | 'studentId'>;

/** A user as created; the name for the login form comes from what identifies them. */
export function newUser(userId: string, input: UserInput, administrator = false): UserRecord {
	return {
		userId,
		...input,
		username: input.email || input.uniqueIdentifier,
		administrator,
		createdAt: null,
		groupIds: new Set(),
		userAssessments: [],
	};
}

/** One customer account: its keys, its data and its one webhook. Lists keep the order of creation. */
export class Account {
	readonly accountId: string;
	/** Key value to whether it is usable: a revoked key stays known, so that it can be told from one never issued. */
	readonly apiKeys = new Map<string, 'active' | 'revoked'>();
	readonly assessments = new Map<string, AssessmentRecord>();
	readonly groups = new Map<string, GroupRecord>();
	readonly users = new Map<string, UserRecord>();
	readonly userAssessments = new Map<string, UserAssessmentRecord>();
	webhook: WebhookRecord | null = null;
	exampleSentAt: number | null = null;
	/** Under the text as it is written, and in lower case. */
	readonly #byEmail = new Map<string, UserRecord>();
	readonly #byEmailWithoutCase = new Map<string, UserRecord>();
	readonly #byUniqueIdentifier = new Map<string, UserRecord>();

	constructor(accountId: string) {
		this.accountId = accountId;
	}

	addUser(user: UserRecord): void {
		this.users.set(user.userId, user);
		this.indexUser(user);
	}

	/** To be called again when an identifier was filled in later. */
	indexUser(user: UserRecord): void {
		if (user.email) this.#byEmail.set(user.email, user);
		if (user.email) this.#byEmailWithoutCase.set(user.email.toLowerCase(), user);
		if (user.uniqueIdentifier) this.#byUniqueIdentifier.set(user.uniqueIdentifier, user);
	}

	addUserAssessment(user: UserRecord, userAssessment: UserAssessmentRecord): void {
		user.userAssessments.push(userAssessment);
		this.userAssessments.set(userAssessment.userAssessmentId, userAssessment);
	}

	userById(userId: string): UserRecord | undefined {
		return this.users.get(userId.toLowerCase());
	}

	userByEmail(email: string, compare: Settings['emailsCompare']): UserRecord | undefined {
		return compare === 'exactly' ? this.#byEmail.get(email) : this.#byEmailWithoutCase.get(email.toLowerCase());
	}

	userByUniqueIdentifier(uniqueIdentifier: string): UserRecord | undefined {
		return this.#byUniqueIdentifier.get(uniqueIdentifier);
	}
}
