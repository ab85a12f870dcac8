import { callEndpoint } from '../../../api/request/request';
import { visible } from '../../../api/specification/plainText';
import type { AssignRequest, ScoreReport, User } from '../../../api/specification/types';
import { DAY_MS } from '../../../api/specification/values';
import { nameKey } from '../../../shared/filters';
import { ParameterError } from '../../../shared/parameters/parameter';
import { quoted } from '../../../shared/parameters/values';
import { completedMs } from '../../../shared/scoreReports';
import type { InputItem } from '../../operation';
import { hasExpired } from './expiry';
import { type Identifiers, identifiersOf } from './identity';
import type { Made } from './recent';

/** What happens to an item whose person already has the assessment. With `assignAnother`, no one looks whether they do. */
export type IfExisting = 'assignAnother' | 'fail' | 'leaveOut' | 'output';

/** What each choice of 'If Already Assigned' means. */
export const IF_ALREADY_ASSIGNED = {
	assignAgain: 'assignAnother',
	fail: 'fail',
	returnExisting: 'output',
	skip: 'leaveOut',
} as const satisfies Record<string, IfExisting>;

/** The invitation that an input item asks for. */
export interface Invitation {
	item: InputItem;
	body: AssignRequest;
	/** The email address and unique identifier in the body, ready to compare. */
	identifiers: Identifiers;
	assessmentName: string;
	ifExisting: IfExisting;
	/** With 0, a finished assessment never counts as assigned. */
	finishedCountsForDays: number;
}

/** Whom the item means. */
type Asked = Pick<Invitation, 'body' | 'identifiers'>;

export interface Person {
	userId: string;
	assignments: OwnAssignment[];
	/** Whether the user with the item's unique identifier also has its email address. */
	hasBothIdentifiers: boolean;
}

/** An assignment of a person, as the service shows it. If it doesn't show it yet, it hasn't begun. */
export type OwnAssignment = ScoreReport & {
	/** The assessment's ID, if this process just made the assignment. Reports only have the assessment's name. */
	madeFor?: string;
};

/** The users who have an item's identifiers. */
export type Users = Partial<Record<'byEmail' | 'byIdentifier', User | null>>;

/** Looks up the unique identifier, and then the email address unless it belongs to the same user. */
export async function readUsers({ item, body, identifiers }: Invitation): Promise<Users> {
	const { emailAddress, uniqueIdentifier } = body;
	const byIdentifier = uniqueIdentifier ? await callEndpoint(item, 'getScore', { uniqueIdentifier }) : null;
	if (!emailAddress) return { byIdentifier };
	const hasBoth = byIdentifier !== null && identifiersOf(byIdentifier).email === identifiers.email;
	const byEmail = hasBoth ? byIdentifier : await callEndpoint(item, 'getScore', { emailAddress });
	return { byIdentifier, byEmail };
}

/**
 * Finds the person that an item means, and what they have.
 *
 * @param recent what this process just assigned to people who share an identifier with the item
 * @throws ParameterError if the item's identifiers don't belong to one person
 */
export function personOf(asked: Asked, users: Users, recent: Made[]): Person | undefined {
	const { identifiers } = asked;
	const holderOf = (kind: keyof Identifiers, user: User | null | undefined) => {
		const isTheirs = (one: Made) => one.identifiers[kind] === identifiers[kind];
		const made = identifiers[kind] === undefined ? undefined : recent.find(isTheirs);
		return user ?? (made && { ...made.identifiers, userId: made.assigned.userId, scoreReports: [] });
	};
	const byIdentifier = holderOf('uniqueIdentifier', users.byIdentifier);
	const byEmail = holderOf('email', users.byEmail);
	refuseConflict(asked, { byEmail, byIdentifier });
	const user = byIdentifier ?? byEmail;
	if (user === undefined) return undefined;
	// It's the item's email address, if the item has one, because any other was refused.
	const hasBothIdentifiers = Boolean(byIdentifier?.email);
	return { userId: user.userId, hasBothIdentifiers, assignments: assignmentsOf(user, recent) };
}

/** @throws ParameterError if the item's identifiers belong to two people, because a link for one must not be sent to the other */
function refuseConflict({ body, identifiers }: Asked, { byEmail, byIdentifier }: Users): void {
	const ofEmail = identifiersOf(byEmail ?? {});
	const ofIdentifier = identifiersOf(byIdentifier ?? {});
	// If both belong to users, it must be the same one. If only one does, that user must not have another value of the other.
	const isEmailOfOther = byIdentifier
		? areDifferent(byIdentifier.userId, byEmail?.userId)
		: areDifferent(identifiers.uniqueIdentifier, ofEmail.uniqueIdentifier);
	if (!isEmailOfOther && !areDifferent(identifiers.email, ofIdentifier.email)) return;
	const email = `email address ${quoted(body.emailAddress ?? '')}`;
	const identifier = `unique identifier ${quoted(body.uniqueIdentifier ?? '')}`;
	const other = isEmailOfOther ? (ofEmail.uniqueIdentifier ?? byEmail?.userId) : ofIdentifier.email;
	const [one, another] = isEmailOfOther ? [email, identifier] : [identifier, email];
	throw new ParameterError(
		`The ${one} belongs to a different person (${visible(other ?? '')}) than the ${another}`,
		"To invite the person with this email address, correct 'Unique Identifier' or leave it empty. To invite someone else, or if the person's email address has changed, leave 'Email Address' empty. Nothing was assigned to this person",
	);
}

/** Whether both are known, and aren't the same. */
function areDifferent(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}

function assignmentsOf(
	{ userId, scoreReports }: Pick<User, 'userId' | 'scoreReports'>,
	recent: Made[],
): OwnAssignment[] {
	const own = new Map<string, OwnAssignment>(scoreReports.map((report) => [report.userAssessmentId, report]));
	for (const { assigned, assessmentId: madeFor } of recent) {
		if (assigned.userId !== userId) continue;
		const { userAssessmentId } = assigned;
		own.set(userAssessmentId, { userAssessmentId, status: 'NotStarted', ...own.get(userAssessmentId), madeFor });
	}
	return [...own.values()];
}

/** Finds an open assignment that hasn't expired, or else the one that was finished last, unless that was too long ago. */
export async function findExisting(
	invitation: Invitation,
	{ assignments }: Person,
): Promise<OwnAssignment | undefined> {
	const { item, finishedCountsForDays } = invitation;
	const candidates = assignments.filter((one) => isOfAssessment(one, invitation));
	for (const one of candidates.filter(isOpen)) {
		if (one.madeFor !== undefined || !(await hasExpired(item, one))) return one;
	}
	const since = Date.now() - finishedCountsForDays * DAY_MS;
	return candidates
		.filter((one) => !isOpen(one) && finishedCountsForDays > 0 && finishedAt(one) >= since)
		.sort((one, other) => finishedAt(other) - finishedAt(one))[0];
}

/** If this process made it, its name doesn't count, because the assessment may have been renamed since. */
export function isOfAssessment(own: OwnAssignment, { body, assessmentName }: Invitation): boolean {
	if (own.madeFor !== undefined) return own.madeFor === body.assessmentId;
	return nameKey(own.assessmentName ?? '') === nameKey(assessmentName);
}

/** Whether an assessment isn't finished (specification: Statuses). */
export function isOpen({ status }: Pick<ScoreReport, 'status'>): boolean {
	return status === 'NotStarted' || status === 'InProgress';
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
const finishedAt = ({ completed }: ScoreReport): number => completedMs(completed, Number.MAX_SAFE_INTEGER);
