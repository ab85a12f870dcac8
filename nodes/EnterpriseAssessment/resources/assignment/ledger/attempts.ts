import { idKey } from '../../../../api/specification/ids';
import type { AssessmentNames } from './assessmentNames';
import type { KnownUser, OpenAssignment } from './openAssignments';
import type { Names } from './person';
import { areComparable, isSamePerson } from './person';

/** What is in doubt for so long and still not to be seen was not processed. */
export const DOUBT_MS = 120_000;

/** What was assigned shows up in the readings after this time at the latest. */
export const LATENESS_MS = 60_000;

/** One sending of POST /assign, remembered until a reading shows what came of it. */
export interface Attempt {
	readonly names: Names;
	readonly assessmentId: string;
	/** Keys of the assignments that the person had before; what comes on top may come of this attempt. */
	readonly before: ReadonlySet<string>;
	state: AttemptState;
}

export type AttemptState =
	| { kind: 'underway' }
	/** Nobody knows whether the service processed it. `since` in ms since the epoch. */
	| { kind: 'inDoubt'; since: number }
	| { kind: 'made'; assignment: OpenAssignment };

export type InDoubt = Attempt & { state: { kind: 'inDoubt'; since: number } };

export function isInDoubt(attempt: Attempt): attempt is InDoubt {
	return attempt.state.kind === 'inDoubt';
}

/** Whether the attempt still tells something that readings don't. */
export function isRemembered({ state }: Attempt, now: number): boolean {
	if (state.kind === 'underway') return true;
	if (state.kind === 'inDoubt') return now < state.since + DOUBT_MS;
	return now < state.assignment.knownSince + LATENESS_MS;
}

/** Whether it may be of the same person although no name says so: somebody has two names, and each time one was used. */
export function mayBeSamePerson(attempt: Attempt, names: Names): boolean {
	return !areComparable(attempt.names, names);
}

/**
 * The assignment that an attempt in doubt has made, among what is new of its person; undefined while none can be told.
 *
 * The service may spell the name of the assessment otherwise, and show an older one: what bears the name of none of the
 * account's assessments counts too, unless another attempt of that person is open.
 *
 * @param users whom the attempt's names mean
 * @param others all attempts
 */
export function madeInDoubt(
	attempt: Attempt,
	users: readonly KnownUser[],
	others: readonly Attempt[],
	names: AssessmentNames,
): OpenAssignment | undefined {
	const fresh = users
		.flatMap(({ assignments }) => [...assignments.values()])
		.filter((assignment) => assignment.assessmentId === undefined)
		.filter(({ userAssessmentId }) => !attempt.before.has(idKey(userAssessmentId)));
	const named = fresh.find(({ assessmentName }) => names.isNameOf(assessmentName, attempt.assessmentId));
	if (named !== undefined) return named;
	const isOnly = !others.some(
		(other) => other !== attempt && other.state.kind !== 'made' && isSamePerson(other.names, attempt.names),
	);
	return isOnly ? fresh.find(({ assessmentName }) => !names.isKnown(assessmentName)) : undefined;
}
