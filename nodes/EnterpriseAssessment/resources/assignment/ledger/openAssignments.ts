import { idKey } from '../../../../api/specification/ids';
import { mergeNames, nameKeys, spelling } from './person';
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
	/** Since it turned out to be open no more. */
	isOver?: true;
}

export interface KnownUser {
	/** The newest that were told. */
	names: Names & { userId: string };
	/** Of all names under which the user is found: readings may show older ones. */
	keys: Set<string>;
	/** By the key of userAssessmentId. */
	assignments: Map<string, OpenAssignment>;
}

/** The open assignments of an account, by user. Users are found under each of their names. */
export class OpenAssignments {
	/** By the key of a name: nothing says that an e-mail address belongs to one user only. */
	readonly #users = new Map<string, Set<KnownUser>>();
	readonly #spellings = new Set<string>();

	/** Everybody whom one of the names means. */
	find(names: Names): KnownUser[] {
		return [...new Set(nameKeys(names).flatMap((key) => [...(this.#users.get(key) ?? [])]))];
	}

	get({ userId, userAssessmentId }: AssignmentIds): OpenAssignment | undefined {
		return this.find({ userId })[0]?.assignments.get(idKey(userAssessmentId));
	}

	/** What a user is called at this moment: under a name that was changed, the service may know somebody else by now. */
	rename(names: Names & { userId: string }): void {
		const user = this.#know(names);
		const present = nameKeys(user.names);
		for (const key of [...user.keys].filter((former) => !present.includes(former))) {
			user.keys.delete(key);
			this.#users.get(key)?.delete(user);
		}
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

	/** For one that is open no more. It is kept: where a reading goes on listing it, it is nothing new. */
	end(assignment: AssignmentIds): void {
		const known = this.get(assignment);
		if (known !== undefined) known.isOver = true;
	}

	/** Whether somebody has an identifier that differs from this one in case alone, if at all. */
	hasSpeltLike(uniqueIdentifier: string): boolean {
		return this.#spellings.has(spelling(uniqueIdentifier));
	}

	/** Adds a user, or what is new of the user's names. */
	#know(names: Names & { userId: string }): KnownUser {
		const [user = { names, keys: new Set<string>(), assignments: new Map() }] = this.find({ userId: names.userId });
		user.names = { ...mergeNames(names, user.names), userId: user.names.userId };
		for (const key of nameKeys(names)) {
			user.keys.add(key);
			this.#users.set(key, (this.#users.get(key) ?? new Set()).add(user));
		}
		if (user.names.uniqueIdentifier !== undefined) this.#spellings.add(spelling(user.names.uniqueIdentifier));
		return user;
	}
}

/** What a user holds, as far as is known. */
export function heldBy({ assignments }: KnownUser): OpenAssignment[] {
	return [...assignments.values()].filter(({ isOver }) => isOver !== true);
}

type AssignmentIds = Pick<OpenAssignment, 'userId' | 'userAssessmentId'>;
