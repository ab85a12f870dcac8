import { idKey } from '../../../api/specification/ids';
import { parseIsoTimestamp } from '../../../api/specification/isoTimestamp';
import type { Assignment, ScoreReport, User } from '../../../api/specification/types';

/** How an invitation names its person; at least one of the two is there. */
export interface Person {
	emailAddress?: string;
	uniqueIdentifier?: string;
}

/** An assessment that someone holds: assigned, not finished, not expired. */
export interface HeldAssignment {
	userId: string;
	userAssessmentId: string;
}

/** Statuses in which an assignment is still to be done: specification, States and transitions. */
export const OPEN_STATUSES = ['NotStarted', 'InProgress'];

/** Texts under which two invitations for the same person meet. E-mail addresses compare without case. */
export function personKeys({ emailAddress, uniqueIdentifier }: Person): string[] {
	return [
		...(uniqueIdentifier === undefined ? [] : [`uniqueIdentifier ${uniqueIdentifier}`]),
		...(emailAddress === undefined ? [] : [`emailAddress ${emailAddress.toLowerCase()}`]),
	];
}

export function isSamePerson(
	person: Person,
	candidate: { email?: string | null; uniqueIdentifier?: string | null },
): boolean {
	const sameIdentifier =
		person.uniqueIdentifier !== undefined && person.uniqueIdentifier === candidate.uniqueIdentifier;
	const sameEmail =
		person.emailAddress !== undefined && person.emailAddress.toLowerCase() === candidate.email?.toLowerCase();
	return sameIdentifier || sameEmail;
}

/** The user's reports of an assessment. Reports carry no assessmentId: the name identifies the assessment. */
export function reportsOf(users: User[], assessmentName: string): Array<ScoreReport & { userId: string }> {
	return users.flatMap(({ userId, scoreReports }) =>
		scoreReports.filter((report) => report.assessmentName === assessmentName).map((report) => ({ ...report, userId })),
	);
}

/**
 * The assignment that the users hold, or undefined. Where there are several, the one that was assigned last.
 *
 * @param assignments what /assignments knows; empty where the API version lacks it, and then nothing counts as expired
 * @param now ms since the epoch
 */
export function heldAssignment(
	users: User[],
	assessmentName: string,
	assignments: Assignment[],
	now: number,
): HeldAssignment | undefined {
	const byId = new Map(assignments.map((assignment) => [idKey(assignment.userAssessmentId), assignment]));
	const held = reportsOf(users, assessmentName)
		.filter(({ status }) => OPEN_STATUSES.includes(status ?? ''))
		.filter(({ userAssessmentId }) => !isExpired(byId.get(idKey(userAssessmentId)), now));
	const assignedAt = ({ userAssessmentId }: HeldAssignment) =>
		parseIsoTimestamp(byId.get(idKey(userAssessmentId))?.assignedAt ?? '') ?? 0;
	const latest = held.reduce<HeldAssignment | undefined>(
		(best, candidate) => (best === undefined || assignedAt(candidate) > assignedAt(best) ? candidate : best),
		undefined,
	);
	return latest === undefined ? undefined : { userId: latest.userId, userAssessmentId: latest.userAssessmentId };
}

function isExpired(assignment: Assignment | undefined, now: number): boolean {
	const expiresAt = parseIsoTimestamp(assignment?.expiresAt ?? '');
	return expiresAt !== undefined && expiresAt <= now;
}
