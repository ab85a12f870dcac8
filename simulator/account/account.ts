import type { AssessmentRecord, GroupRecord, UserAssessmentRecord, UserRecord, WebhookRecord } from './records.ts';
import type { Settings } from '../settings.ts';

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
	readonly #userIdByEmail = new Map<string, string>();
	readonly #userIdByEmailWithoutCase = new Map<string, string>();
	readonly #userIdByUniqueIdentifier = new Map<string, string>();
	readonly #userIdByIdentifierWithoutCase = new Map<string, string>();

	constructor(accountId: string) {
		this.accountId = accountId;
	}

	addUser(user: UserRecord): void {
		this.users.set(user.userId, user);
		this.indexUser(user);
	}

	/** To be called again when an identifier was filled in later. */
	indexUser(user: UserRecord): void {
		if (user.email) {
			this.#userIdByEmail.set(user.email, user.userId);
			this.#userIdByEmailWithoutCase.set(user.email.toLowerCase(), user.userId);
		}
		if (user.uniqueIdentifier) {
			this.#userIdByUniqueIdentifier.set(user.uniqueIdentifier, user.userId);
			this.#userIdByIdentifierWithoutCase.set(user.uniqueIdentifier.toLowerCase(), user.userId);
		}
	}

	/** Nobody has the former address then, until somebody is given it. */
	changeEmail(user: UserRecord, email: string): void {
		this.#userIdByEmail.delete(user.email);
		this.#userIdByEmailWithoutCase.delete(user.email.toLowerCase());
		user.email = email;
		this.indexUser(user);
	}

	addUserAssessment(user: UserRecord, userAssessment: UserAssessmentRecord): void {
		user.userAssessments.push(userAssessment);
		this.userAssessments.set(userAssessment.userAssessmentId, userAssessment);
	}

	userById(userId: string): UserRecord | undefined {
		return this.users.get(userId.toLowerCase());
	}

	userByEmail(email: string, compare: Settings['emailsCompare']): UserRecord | undefined {
		const userId =
			compare === 'exactly' ? this.#userIdByEmail.get(email) : this.#userIdByEmailWithoutCase.get(email.toLowerCase());
		return this.users.get(userId ?? '');
	}

	userByUniqueIdentifier(uniqueIdentifier: string, compare: Settings['identifiersCompare']): UserRecord | undefined {
		const userId =
			compare === 'exactly'
				? this.#userIdByUniqueIdentifier.get(uniqueIdentifier)
				: this.#userIdByIdentifierWithoutCase.get(uniqueIdentifier.toLowerCase());
		return this.users.get(userId ?? '');
	}
}
