import { idKey } from '../../../../api/specification/ids';
import { mergeNames, nameKeys } from './person';
import type { Names } from './person';

/** An assignment that was not started or in progress when it was last heard of. */
export interface OpenAssignment {
	userId: string;
	userAssessmentId: string;
	assessmentName: string;
	/** Known only of what this process assigned: the service tells the name alone. */
	assessmentId?: string;
	/** ms since the epoch, by the service's clock. */
	assignedAt?: number;
	expiresAt?: number;
	/** ms since the epoch, by our clock. */
	knownSince: number;
}

export interface KnownUser {
	names: Names & { userId: string };
	/** By the key of userAssessmentId. */
	assignments: Map<string, OpenAssignment>;
}

/** The open assignments of an account, by user. Users are found under each of their names. */
export class OpenAssignments {
	readonly #users = new Map<string, KnownUser>();
	/** Keys of users by the key of a name: nothing says that an e-mail address belongs to one user only. */
	readonly #userKeys = new Map<string, string[]>();

	/** Everybody whom one of the names means. */
	find(names: Names): KnownUser[] {
		const keys = new Set(nameKeys(names).flatMap((key) => this.#userKeys.get(key) ?? []));
		return [...keys].map((key) => this.#users.get(key)).filter((user) => user !== undefined);
	}

	get({ userId, userAssessmentId }: AssignmentIds): OpenAssignment | undefined {
		return this.#users.get(idKey(userId))?.assignments.get(idKey(userAssessmentId));
	}

	/** Adds an assignment, or what is new of it. */
	put(names: Names, assignment: OpenAssignment): void {
		const { assignments } = this.#know({ ...names, userId: assignment.userId });
		const known = this.get(assignment);
		assignments.set(idKey(assignment.userAssessmentId), {
			...assignment,
			assessmentId: assignment.assessmentId ?? known?.assessmentId,
			assignedAt: assignment.assignedAt ?? known?.assignedAt,
			expiresAt: assignment.expiresAt ?? known?.expiresAt,
			knownSince: known?.knownSince ?? assignment.knownSince,
		});
	}

	/** For one that is open no more. */
	remove({ userId, userAssessmentId }: AssignmentIds): void {
		this.#users.get(idKey(userId))?.assignments.delete(idKey(userAssessmentId));
	}

	#know(names: Names & { userId: string }): KnownUser {
		const userKey = idKey(names.userId);
		const user: KnownUser = this.#users.get(userKey) ?? { names, assignments: new Map() };
		user.names = { ...mergeNames(names, user.names), userId: user.names.userId };
		this.#users.set(userKey, user);
		for (const key of nameKeys(names)) {
			const userKeys = this.#userKeys.get(key) ?? [];
			if (!userKeys.includes(userKey)) this.#userKeys.set(key, [...userKeys, userKey]);
		}
		return user;
	}
}

type AssignmentIds = Pick<OpenAssignment, 'userId' | 'userAssessmentId'>;
