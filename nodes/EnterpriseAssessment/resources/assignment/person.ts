import { readList } from '../../../api/request/readList';
import { callEndpoint, valueOrThrow } from '../../../api/request/request';
import { isListFresh, SharedReadings } from '../../../api/request/waiting';
import type { AssignRequest, ScoreReport, User } from '../../../api/specification/types';
import { DAY_MS, parseIsoTimestamp } from '../../../api/specification/values';
import { nameKey } from '../../../shared/filters';
import { completedMs } from '../../../shared/scoreReports';
import type { InputItem } from '../../operation';
import { type Identifiers, identifiersOf, refuseConflict, type Users } from './identity';
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

export interface Person {
	userId: string;
	assignments: Held[];
	/** Whether the user with the item's unique identifier also has its email address. */
	hasBothIdentifiers: boolean;
}

/** An assignment of a person, as the service shows it. If it doesn't show it yet, it hasn't begun. */
export type Held = ScoreReport & {
	/** The assessment's ID, if this process just made the assignment. Reports only have the assessment's name. */
	madeFor?: string;
};

/** Looks up the unique identifier, and then the email address unless it belongs to the same user. */
export async function readUsers({ item, body, identifiers }: Invitation): Promise<Users> {
	const { emailAddress, uniqueIdentifier } = body;
	const byIdentifier = uniqueIdentifier ? await callEndpoint(item, 'getScore', { uniqueIdentifier }) : null;
	if (!emailAddress) return { uniqueIdentifier: byIdentifier };
	const hasBoth = byIdentifier !== null && identifiersOf(byIdentifier).email === identifiers.email;
	const byEmail = hasBoth ? byIdentifier : await callEndpoint(item, 'getScore', { emailAddress });
	return { uniqueIdentifier: byIdentifier, email: byEmail };
}

/**
 * Finds the person that an item means, and what they have.
 *
 * @param recent what this process just assigned to people who share an identifier with the item
 * @throws ParameterError if the item's identifiers don't belong to one person
 */
export function personOf({ body, identifiers }: Invitation, users: Users, recent: Made[]): Person | undefined {
	const holderOf = (kind: keyof Identifiers) => {
		const isTheirs = (one: Made) => one.identifiers[kind] === identifiers[kind];
		const made = identifiers[kind] === undefined ? undefined : recent.find(isTheirs);
		return users[kind] ?? (made && { ...made.identifiers, userId: made.assigned.userId, scoreReports: [] });
	};
	const [byIdentifier, byEmail] = [holderOf('uniqueIdentifier'), holderOf('email')];
	const given = { email: body.emailAddress, uniqueIdentifier: body.uniqueIdentifier };
	refuseConflict(given, { email: byEmail, uniqueIdentifier: byIdentifier });
	const user = byIdentifier ?? byEmail;
	if (user === undefined) return undefined;
	// It's the item's email address, if the item has one, because any other was refused.
	const hasBothIdentifiers = Boolean(byIdentifier?.email);
	return { userId: user.userId, hasBothIdentifiers, assignments: assignmentsOf(user, recent) };
}

function assignmentsOf({ userId, scoreReports }: Pick<User, 'userId' | 'scoreReports'>, recent: Made[]): Held[] {
	const held = new Map<string, Held>(scoreReports.map((report) => [report.userAssessmentId, report]));
	for (const { assigned, assessmentId: madeFor } of recent) {
		if (assigned.userId !== userId) continue;
		const { userAssessmentId } = assigned;
		held.set(userAssessmentId, { userAssessmentId, status: 'NotStarted', ...held.get(userAssessmentId), madeFor });
	}
	return [...held.values()];
}

/** Finds an open assignment that hasn't expired, or else the one that was finished last, unless that was too long ago. */
export async function findExisting(invitation: Invitation, { assignments }: Person): Promise<Held | undefined> {
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
export function isOfAssessment(held: Held, { body, assessmentName }: Invitation): boolean {
	if (held.madeFor !== undefined) return held.madeFor === body.assessmentId;
	return nameKey(held.assessmentName ?? '') === nameKey(assessmentName);
}

/** Whether an assessment isn't finished (specification: Statuses). */
export function isOpen({ status }: ScoreReport): boolean {
	return status === 'NotStarted' || status === 'InProgress';
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
function finishedAt({ completed }: ScoreReport): number {
	return completedMs(completed, Number.MAX_SAFE_INTEGER);
}

/** A time before any assignment, because POST /assignments requires a start date. */
export const BEGINNING = Date.UTC(2000, 0, 1);

/**
 * The expiry dates of an account's assignments that no one has begun, in ms since the epoch, by userAssessmentId. For all
 * executions. Lives as long as the process.
 */
const expiries = new SharedReadings<ReadonlyMap<string, number>>('listAssignments');

/**
 * Whether an assignment has expired. Only one that wasn't begun can, and only POST /assignments shows when. One that's missing there
 * is too new to have expired, or the service leaves out those that have, which we can't tell.
 */
async function hasExpired(item: InputItem, { userAssessmentId, status }: Held): Promise<boolean> {
	if (status !== 'NotStarted' || item.account.isDeprecated) return false;
	const body = { assignedOnOrAfter: new Date(BEGINNING).toISOString(), statuses: ['NotStarted'] };
	const result = await expiries.get(item, {
		async read() {
			const read = await readList(item, { endpoint: 'listAssignments', body }, (one) => [
				[one.userAssessmentId, parseIsoTimestamp(one.expiresAt) ?? Number.POSITIVE_INFINITY] as const,
			]);
			return 'value' in read ? { value: new Map(read.value.values) } : read;
		},
		// An older reading can't prove that an assignment has expired, because its expiry date can change.
		isFresh: (known, ageMs) =>
			isListFresh(known.has(userAssessmentId), ageMs) || (known.get(userAssessmentId) ?? 0) > Date.now(),
	});
	return (valueOrThrow(item, result).get(userAssessmentId) ?? Number.POSITIVE_INFINITY) <= Date.now();
}
