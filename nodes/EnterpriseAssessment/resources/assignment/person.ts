import type { AssignRequest, ScoreReport, User } from '../../../api/specification/types';
import { DAY_MS } from '../../../api/specification/values';
import { nameKey } from '../../../shared/filters';
import { ParameterError } from '../../../shared/parameters/parameter';
import { completedMs } from '../../../shared/scoreReports';
import type { InputItem } from '../../operation';
import { readUser } from '../../user';
import { hasExpired } from './expiry';
import { conflictOf, type Identifiers, identifiersOf } from './identity';
import type { Made } from './recent';

/** The invitation that an input item asks for. */
export interface Invitation {
	item: InputItem;
	body: AssignRequest;
	/** The email address and unique identifier in the body, ready to compare. */
	identifiers: Identifiers;
	assessmentName: string;
	ifAlreadyAssigned: 'assignAgain' | 'fail' | 'returnExisting';
	/** With 0, a finished assessment never counts as assigned. */
	finishedCountsForDays: number;
}

/** The users that the service has for an item's identifiers. */
export type Users = { [kind in keyof Identifiers]?: User | null };

export interface Person {
	userId: string;
	assignments: Held[];
	/** Whether the user with the item's unique identifier also has its email address. */
	hasBothIdentifiers: boolean;
}

/** An assignment of a person. */
export interface Held {
	/** What the service shows of it. If it doesn't show it yet, it hasn't begun. */
	report: ScoreReport;
	/** If this process just made it. Reports only have the assessment's name. */
	assessmentId?: string;
}

/** Looks up the unique identifier, and then the email address unless it belongs to the same user. */
export async function readUsers({ item, body, identifiers }: Invitation): Promise<Users> {
	const { emailAddress, uniqueIdentifier } = body;
	const byIdentifier = uniqueIdentifier ? await readUser(item, { uniqueIdentifier }) : null;
	if (!emailAddress) return { uniqueIdentifier: byIdentifier };
	const hasBoth = byIdentifier !== null && identifiersOf(byIdentifier).email === identifiers.email;
	return { uniqueIdentifier: byIdentifier, email: hasBoth ? byIdentifier : await readUser(item, { emailAddress }) };
}

/**
 * Finds the person that an item means, and what they have.
 *
 * @param recent what this process just assigned to people who share an identifier with the item
 * @throws ParameterError if the item's identifiers don't belong to one person
 */
export function personOf(invitation: Invitation, users: Users, recent: Made[]): Person | undefined {
	const { body, identifiers } = invitation;
	const holderOf = (kind: keyof Identifiers) => users[kind] ?? recentUser(kind, identifiers, recent);
	const [byIdentifier, byEmail] = [holderOf('uniqueIdentifier'), holderOf('email')];
	const given = { email: body.emailAddress, uniqueIdentifier: body.uniqueIdentifier };
	const conflict = conflictOf(given, { email: byEmail, uniqueIdentifier: byIdentifier });
	if (conflict !== undefined) throw new ParameterError(conflict.message, conflict.description);
	const user = byIdentifier ?? byEmail;
	if (user === undefined) return undefined;
	const { email: theirs } = identifiersOf(byIdentifier ?? {});
	const hasBothIdentifiers = theirs !== undefined && theirs === identifiers.email;
	return { userId: user.userId, hasBothIdentifiers, assignments: assignmentsOf(user, recent) };
}

/** The user who has one of an item's identifiers since a recent assignment. */
function recentUser(kind: keyof Identifiers, wanted: Identifiers, recent: Made[]) {
	const found = recent.find(({ identifiers: { [kind]: theirs } }) => theirs !== undefined && theirs === wanted[kind]);
	return found && { ...found.identifiers, userId: found.assigned.userId, scoreReports: [] };
}

function assignmentsOf({ userId, scoreReports }: Pick<User, 'userId' | 'scoreReports'>, recent: Made[]): Held[] {
	const held = new Map<string, Held>(scoreReports.map((report) => [report.userAssessmentId, { report }]));
	for (const { assigned, assessmentId } of recent) {
		if (assigned.userId !== userId) continue;
		const { userAssessmentId } = assigned;
		const { report = { userAssessmentId, status: 'NotStarted' } } = held.get(userAssessmentId) ?? {};
		held.set(userAssessmentId, { report, assessmentId });
	}
	return [...held.values()];
}

/** Finds an open assignment that hasn't expired, or else the one that was finished last, unless that was too long ago. */
export async function findExisting(invitation: Invitation, { assignments }: Person): Promise<ScoreReport | undefined> {
	const { item, finishedCountsForDays } = invitation;
	const candidates = assignments.filter((one) => isOfAssessment(one, invitation));
	for (const { report, assessmentId } of candidates) {
		if (isOpen(report) && (assessmentId !== undefined || !(await hasExpired(item, report)))) return report;
	}
	const since = Date.now() - finishedCountsForDays * DAY_MS;
	return candidates
		.map(({ report }) => report)
		.filter((report) => !isOpen(report) && finishedCountsForDays > 0 && finishedAt(report) >= since)
		.sort((one, other) => finishedAt(other) - finishedAt(one))[0];
}

/** If this process made it, its name doesn't count, because the assessment may have been renamed since. */
export function isOfAssessment({ report, assessmentId }: Held, { body, assessmentName }: Invitation): boolean {
	if (assessmentId !== undefined) return assessmentId === body.assessmentId;
	return nameKey(report.assessmentName ?? '') === nameKey(assessmentName);
}

/** Whether an assessment isn't finished (specification: Statuses). */
export function isOpen({ status }: ScoreReport): boolean {
	return status === 'NotStarted' || status === 'InProgress';
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
function finishedAt({ completed }: ScoreReport): number {
	return completedMs(completed, Number.MAX_SAFE_INTEGER);
}
