import { idKey } from '../../../../api/specification/ids';
import { parseIsoTimestamp } from '../../../../api/specification/isoTimestamp';
import type { AssignResponse, Assignment, User } from '../../../../api/specification/types';
import { AssessmentNames } from './assessmentNames';
import type { Attempt, InDoubt } from './attempts';
import { isInDoubt, isRemembered, madeInDoubt, mayBeSamePerson } from './attempts';
import type { KnownUser, OpenAssignment } from './openAssignments';
import { heldBy, OpenAssignments } from './openAssignments';
import type { Names } from './person';
import { isSamePerson, mergeNames, nameKeys, namesOfUser, spelling } from './person';

/** Statuses in which an assignment is still to be done: specification, States and transitions. */
export const OPEN_STATUSES = ['NotStarted', 'InProgress'];

/** Whom an invitation means, as far as that is known. */
export interface Person {
	names: Names;
	/** Whether the service was asked who is behind the names. */
	isIdentified?: true;
}

/** What is known of a person and an assessment before anything is sent. */
export type Verdict =
	/** The e-mail address is that of the one, the identifier that of the other. */
	| { kind: 'twoUsers'; userIds: [string, string] }
	/** Who has the e-mail address, and holds the assessment, has this identifier and not the one that was given. */
	| { kind: 'otherIdentifier'; uniqueIdentifier: string }
	/** The service has to be asked who it is. */
	| { kind: 'unidentified' }
	/** Newest first. Whether they are still open has to be looked at. */
	| { kind: 'holds'; assignments: OpenAssignment[] }
	/** Of whichever assessment: of two in doubt nobody could tell what was made, where the service spells names otherwise. */
	| { kind: 'inDoubt'; attempt: InDoubt }
	| { kind: 'free' };

/** Who holds what in an account: what was read, what this process assigned, and what is in doubt. */
export class Ledger {
	assessments = new AssessmentNames();
	#open = new OpenAssignments();
	#attempts: Attempt[] = [];
	#newest: number | undefined;

	/** When the newest assignment that was read was made, by the service's clock; undefined before there is one. */
	get newestAssignedAt(): number | undefined {
		return this.#newest;
	}

	/** Whether forgetting it would forget nothing but what can be read again. */
	isSettled(now: number): boolean {
		return !this.#attempts.some((attempt) => isRemembered(attempt, now));
	}

	/**
	 * Takes in what was read, settles with it what is in doubt, and forgets attempts that tell nothing more.
	 *
	 * @param isWhole whether these are all open assignments, so that what is not among them is open no more
	 */
	take(assignments: readonly Assignment[], now: number, { isWhole }: { isWhole: boolean }): void {
		const before = this.#open;
		if (isWhole) this.#open = new OpenAssignments();
		const seen = new Set<string>();
		for (const assignment of assignments) {
			const { userId, userAssessmentId } = assignment;
			// Of an assessment that is no more, the name may be missing.
			const assessmentName = assignment.assessmentName ?? '';
			const assignedAt = parseIsoTimestamp(assignment.assignedAt ?? '');
			const expiresAt = parseIsoTimestamp(assignment.expiresAt ?? '');
			if (assignedAt !== undefined) this.#newest = Math.max(this.#newest ?? assignedAt, assignedAt);
			const { assessmentId, knownSince = now } = before.get(assignment) ?? {};
			const times = { assignedAt, expiresAt, knownSince };
			this.#open.put(namesOfUser(assignment), { userId, userAssessmentId, assessmentName, assessmentId, ...times });
			seen.add(idKey(userAssessmentId));
		}
		for (const attempt of this.#attempts) {
			if (attempt.state.kind === 'made' && isRemembered(attempt, now)) this.#putMade(attempt.state.assignment);
		}
		this.#settleDoubts();
		this.#attempts = this.#attempts.filter((attempt) => {
			const { state } = attempt;
			const isSeen = state.kind === 'made' && seen.has(idKey(state.assignment.userAssessmentId));
			return !isSeen && isRemembered(attempt, now);
		});
	}

	/** Takes in what the service told of one user, whom it found under these names. */
	takeUser(user: User, names: Names, now: number): void {
		const { userId } = user;
		const known = { ...mergeNames(namesOfUser(user), names), userId };
		this.#open.rename(known);
		for (const { userAssessmentId, assessmentName, status } of user.scoreReports) {
			if (!OPEN_STATUSES.includes(status ?? '')) continue;
			this.#open.put(known, { userId, userAssessmentId, assessmentName: assessmentName ?? '', knownSince: now });
		}
		this.#settleDoubts();
	}

	/** Takes in what a user is called at this moment. */
	takeNames(user: User): void {
		this.#open.rename({ ...namesOfUser(user), userId: user.userId });
	}

	/** Keys of all names that the person is known by. Two invitations of one person have one in common. */
	keysOf({ names }: Person): string[] {
		return [...new Set([names, ...this.#usersOf(names).map((user) => user.names)].flatMap(nameKeys))];
	}

	/**
	 * @param now ms since the epoch, by the clock that measures how long something is known
	 * @param wallNow the same by the wall clock, which alone can be compared with the service's times
	 */
	judge(person: Person, assessmentId: string, now: number, wallNow = now): Verdict {
		this.#attempts = this.#attempts.filter((attempt) => isRemembered(attempt, now));
		const { names, isIdentified = false } = person;
		const users = this.#usersOf(names);
		const { emailAddress, uniqueIdentifier } = names;
		if (emailAddress !== undefined && uniqueIdentifier !== undefined) {
			const byEmail = this.#usersOf({ emailAddress });
			const byIdentifier = this.#usersOf({ uniqueIdentifier });
			const [one, other] = [byEmail[0]?.names.userId, byIdentifier[0]?.names.userId];
			if (one !== undefined && other !== undefined && !byEmail.some((user) => byIdentifier.includes(user))) {
				return { kind: 'twoUsers', userIds: [one, other] };
			}
			// The name under which nobody is known may be that of somebody else.
			if (!isIdentified && (one === undefined) !== (other === undefined)) return { kind: 'unidentified' };
		}
		// Of whom something was just assigned, the other name is not known before it is read.
		const isRead = users.some(
			(user) => user.names.emailAddress !== undefined || user.names.uniqueIdentifier !== undefined,
		);
		const mayBeAnother = !isRead && this.#attempts.some((attempt) => mayBeSamePerson(attempt, names));
		if (!isIdentified && (mayBeAnother || this.#isSpeltOtherwise(uniqueIdentifier))) return { kind: 'unidentified' };
		const meant = this.#meant(names);
		const assignments = meant
			.flatMap(heldBy)
			.filter((assignment) => this.#isOf(assignment, assessmentId))
			.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > wallNow)
			.sort((one, other) => madeAt(other) - madeAt(one));
		if (assignments.length > 0) {
			const others = meant.flatMap((user) => this.#identifiersOf(user));
			const isOther = uniqueIdentifier !== undefined && !others.map(spelling).includes(spelling(uniqueIdentifier));
			if (isOther && others[0] !== undefined) return { kind: 'otherIdentifier', uniqueIdentifier: others[0] };
			return { kind: 'holds', assignments };
		}
		const keys = this.keysOf(person).map(spelling);
		const attempt = this.#attempts
			.filter(isInDoubt)
			.find((candidate) => nameKeys(candidate.names).some((key) => keys.includes(spelling(key))));
		return attempt === undefined ? { kind: 'free' } : { kind: 'inDoubt', attempt };
	}

	/** Whether the person holds something whose name is that of no assessment: the list of assessments may be old. */
	holdsUnknown({ names }: Person): boolean {
		return this.#usersOf(names)
			.flatMap(heldBy)
			.some(
				({ assessmentId, assessmentName }) => assessmentId === undefined && !this.assessments.isKnown(assessmentName),
			);
	}

	/** To be called right before the request is sent, and nothing in between. */
	begin({ names }: Person, assessmentId: string): Attempt {
		const users = this.#usersOf(names);
		const before = new Set(users.flatMap(({ assignments }) => [...assignments.keys()]));
		const known = users.length === 1 ? mergeNames(names, users[0]?.names ?? {}) : names;
		const attempt: Attempt = { names: known, assessmentId, before, state: { kind: 'underway' } };
		this.#attempts.push(attempt);
		return attempt;
	}

	succeeded(attempt: Attempt, { userId, userAssessmentId }: AssignResponse, knownSince: number): void {
		const { assessmentId } = attempt;
		const assessmentName = this.assessments.nameOf(assessmentId) ?? '';
		this.#settle(attempt, { userId, userAssessmentId, assessmentId, assessmentName, knownSince });
	}

	/** For one that was certainly not processed. */
	failed(attempt: Attempt): void {
		this.#attempts = this.#attempts.filter((other) => other !== attempt);
	}

	doubt(attempt: Attempt, since: number): void {
		attempt.state = { kind: 'inDoubt', since };
	}

	/** For one that is open no more, until a reading shows it open. */
	end(assignment: OpenAssignment): void {
		this.#open.end(assignment);
	}

	/** Whom the names mean, by what was read and by what was assigned a moment ago. */
	#usersOf(names: Names): KnownUser[] {
		const justAssigned = this.#attempts
			.filter((attempt) => isSamePerson(attempt.names, names))
			.flatMap(({ state }) => (state.kind === 'made' ? this.#open.find({ userId: state.assignment.userId }) : []));
		return [...new Set([...this.#open.find(names), ...justAssigned])];
	}

	/** The same by the most exact name: users may share an e-mail address, and one's link must not be given to another. */
	#meant({ userId, uniqueIdentifier, emailAddress }: Names): KnownUser[] {
		if (userId !== undefined) return this.#usersOf({ userId });
		const byIdentifier = this.#usersOf({ uniqueIdentifier });
		return byIdentifier.length > 0 ? byIdentifier : this.#usersOf({ emailAddress });
	}

	/** Whether somebody is known by this identifier in another spelling only: the service may find users by either. */
	#isSpeltOtherwise(uniqueIdentifier: string | undefined): boolean {
		if (uniqueIdentifier === undefined || this.#usersOf({ uniqueIdentifier }).length > 0) return false;
		const isAttempted = this.#attempts
			.map(({ names }) => names.uniqueIdentifier?.trim() ?? '')
			.some((other) => other !== uniqueIdentifier.trim() && spelling(other) === spelling(uniqueIdentifier));
		return isAttempted || this.#open.hasSpeltLike(uniqueIdentifier);
	}

	/** As read, and as just assigned. */
	#identifiersOf({ names, assignments }: KnownUser): string[] {
		const justAssigned = this.#attempts.filter(
			({ state }) => state.kind === 'made' && assignments.has(idKey(state.assignment.userAssessmentId)),
		);
		return [names, ...justAssigned.map((attempt) => attempt.names)]
			.map(({ uniqueIdentifier }) => uniqueIdentifier)
			.filter((uniqueIdentifier) => uniqueIdentifier !== undefined);
	}

	#isOf(assignment: OpenAssignment, assessmentId: string): boolean {
		return assignment.assessmentId === undefined
			? this.assessments.isNameOf(assignment.assessmentName, assessmentId)
			: idKey(assignment.assessmentId) === idKey(assessmentId);
	}

	#settle(attempt: Attempt, assignment: OpenAssignment): void {
		attempt.state = { kind: 'made', assignment };
		this.#putMade(assignment);
	}

	/** Not under the names of its request: whether the service took all of them is to be read. */
	#putMade(assignment: OpenAssignment): void {
		this.#open.put({}, assignment);
	}

	#settleDoubts(): void {
		for (const attempt of this.#attempts) {
			if (!isInDoubt(attempt)) continue;
			const users = this.#usersOf(attempt.names);
			const made = madeInDoubt(attempt, users, this.#attempts, this.assessments);
			if (made !== undefined) this.#settle(attempt, { ...made, assessmentId: attempt.assessmentId });
		}
	}
}

/** What was just assigned has no time of the service yet. */
function madeAt({ assignedAt = Number.POSITIVE_INFINITY }: OpenAssignment): number {
	return assignedAt;
}
