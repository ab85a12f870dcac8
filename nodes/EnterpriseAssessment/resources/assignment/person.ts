import { systemNow } from '../../../api/pacing/clock';
import { plainText } from '../../../api/specification/plainText';
import type { AssignRequest, AssignResponse, ScoreReport, User } from '../../../api/specification/types';
import { DAY_MS } from '../../../api/specification/values';
import { nameKey } from '../../../shared/filters';
import { quoted } from '../../../shared/parameters/values';
import { completedMs } from '../../../shared/scoreReports';
import { itemError } from '../../itemErrors';
import type { InputItem } from '../../operation';
import { readUser } from '../../user';
import { hasExpired } from './expiry';

/** A person's identifiers, ready to compare: the email address in lower case, the unique identifier as it is. */
export interface Identifiers {
	email?: string;
	uniqueIdentifier?: string;
}

/** @param user from an item or the service. A missing identifier can be empty or null. */
export function identifiersOf(user: { email?: string | null; uniqueIdentifier?: string | null }): Identifiers {
	const email = user.email?.trim().toLowerCase();
	const uniqueIdentifier = user.uniqueIdentifier?.trim();
	return { ...(email ? { email } : {}), ...(uniqueIdentifier ? { uniqueIdentifier } : {}) };
}

/** Returns one key per identifier, so people who share an identifier share a key. */
export function identifierKeys({ email, uniqueIdentifier }: Identifiers): string[] {
	return [
		...(email === undefined ? [] : [`email ${email}`]),
		...(uniqueIdentifier === undefined ? [] : [`uniqueIdentifier ${uniqueIdentifier}`]),
	];
}

/** Whom an item wants to invite, and to what. */
export interface Wanted {
	item: InputItem;
	body: AssignRequest;
	/** The email address and unique identifier in the body. */
	identifiers: Identifiers;
	assessmentName: string;
}

export type Assigned = Pick<AssignResponse, 'userId' | 'userAssessmentId'>;

/** What this process assigned, which the service may not show yet. */
export interface AssignedHere {
	identifiers: Identifiers;
	assessmentId: string;
	/** Undefined if nothing was assigned, or if we don't know whether anything was. */
	assigned?: Assigned;
}

/** The user that the service has for each of an item's identifiers. */
export type UserByIdentifier = { [kind in keyof Identifiers]?: User | null };

export interface Person {
	userId: string;
	scoreReports: ScoreReport[];
	/** Whether the user with the item's unique identifier also has its email address. */
	hasBothIdentifiers: boolean;
}

/** Looks up the unique identifier, and then the email address unless it belongs to the same user. */
export async function readUsers({ item, body, identifiers }: Wanted): Promise<UserByIdentifier> {
	const { emailAddress, uniqueIdentifier } = body;
	const byUniqueIdentifier = uniqueIdentifier ? await readUser(item, { uniqueIdentifier }) : null;
	const hasBoth = byUniqueIdentifier !== null && identifiersOf(byUniqueIdentifier).email === identifiers.email;
	const byEmail = emailAddress && !hasBoth ? await readUser(item, { emailAddress }) : byUniqueIdentifier;
	return { uniqueIdentifier: byUniqueIdentifier, email: byEmail };
}

/**
 * Finds the person that an item refers to, and adds assignments that the service may not show yet.
 *
 * @param here what this process assigned to people who share an identifier with the item
 * @throws NodeOperationError if the item's identifiers don't belong to one person: a link for one must not be sent to another
 */
export function personOf(
	{ item, body, identifiers, assessmentName }: Wanted,
	users: UserByIdentifier,
	here: readonly AssignedHere[],
): Person | undefined {
	const justAssigned = here.flatMap(({ assigned, ...one }) =>
		assigned === undefined ? [] : [{ ...one, ...assigned }],
	);
	function userBy(kind: keyof Identifiers) {
		const [user, identifier] = [users[kind], identifiers[kind]];
		if (user) return { userId: user.userId, identifiers: identifiersOf(user), scoreReports: user.scoreReports };
		const invited = justAssigned.find((one) => identifier !== undefined && one.identifiers[kind] === identifier);
		return invited && { userId: invited.userId, identifiers: invited.identifiers, scoreReports: [] };
	}
	const [byUniqueIdentifier, byEmail] = [userBy('uniqueIdentifier'), userBy('email')];
	// If the unique identifier is new, the email address must not belong to someone who has another one.
	const areTwo =
		byEmail !== undefined &&
		(byUniqueIdentifier === undefined
			? areDifferent(identifiers.uniqueIdentifier, byEmail.identifiers.uniqueIdentifier)
			: byEmail.userId !== byUniqueIdentifier.userId);
	if (areTwo) {
		throw itemError(
			item,
			`'Email Address' belongs to a different user (${plainText(byEmail.identifiers.uniqueIdentifier ?? byEmail.userId)}) than 'Unique Identifier'`,
			"To invite the user with this email address, correct 'Unique Identifier' or leave it empty. To invite someone else, leave 'Email Address' empty. Nothing was assigned",
		);
	}
	const theirs = byUniqueIdentifier?.identifiers.email;
	if (areDifferent(identifiers.email, theirs)) {
		throw itemError(
			item,
			`'Unique Identifier' ${quoted(body.uniqueIdentifier ?? '')} belongs to a person with the email address ${quoted(theirs ?? '')}, not ${quoted(body.emailAddress ?? '')}`,
			"If the person's email address has changed, leave 'Email Address' empty. If they're two people, correct 'Unique Identifier' or leave it empty. Nothing was assigned",
		);
	}
	const user = byUniqueIdentifier ?? byEmail;
	if (user === undefined) return undefined;
	const reports = new Map<string, ScoreReport>(user.scoreReports.map((report) => [report.userAssessmentId, report]));
	for (const { userAssessmentId, assessmentId } of justAssigned.filter(({ userId }) => userId === user.userId)) {
		// Doesn't use the name that the service shows, because the assessment may have been renamed. A null name never matches.
		const name = assessmentId === body.assessmentId ? assessmentName : null;
		const shown = { status: 'NotStarted', ...reports.get(userAssessmentId) };
		reports.set(userAssessmentId, { ...shown, userAssessmentId, assessmentName: name });
	}
	const hasBoth = theirs !== undefined && theirs === identifiers.email;
	return { userId: user.userId, hasBothIdentifiers: hasBoth, scoreReports: [...reports.values()] };
}

/** Whether both are known, and aren't the same. */
function areDifferent(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}

/** Finds an open assignment that hasn't expired, or else the one that was finished last, unless that was too long ago. */
export async function findExisting(
	{ item, assessmentName, finishedCountsForDays }: Wanted & { finishedCountsForDays: number },
	{ scoreReports }: Person,
	here: readonly AssignedHere[],
): Promise<ScoreReport | undefined> {
	const reports = scoreReports.filter((report) => isOfAssessment(report, assessmentName));
	for (const report of reports.filter(isOpen)) {
		const isFromHere = here.some(({ assigned }) => assigned?.userAssessmentId === report.userAssessmentId);
		if (isFromHere || !(await hasExpired(item, report))) return report;
	}
	const since = systemNow() - finishedCountsForDays * DAY_MS;
	return reports
		.filter((report) => !isOpen(report) && finishedCountsForDays > 0 && finishedAt(report) >= since)
		.sort((one, other) => finishedAt(other) - finishedAt(one))[0];
}

export function isOfAssessment({ assessmentName }: ScoreReport, name: string): boolean {
	return nameKey(assessmentName ?? '') === nameKey(name);
}

/** Whether an assessment isn't finished (specification: Statuses). */
export function isOpen({ status }: ScoreReport): boolean {
	return status === 'NotStarted' || status === 'InProgress';
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
function finishedAt({ completed }: ScoreReport): number {
	return completedMs(completed, Number.MAX_SAFE_INTEGER);
}
