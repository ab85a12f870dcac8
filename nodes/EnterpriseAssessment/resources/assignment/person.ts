import { systemNow } from '../../../api/pacing/clock';
import { plainText } from '../../../api/specification/plainText';
import type { AssignRequest, ScoreReport, User } from '../../../api/specification/types';
import { DAY_MS } from '../../../api/specification/values';
import { nameKey } from '../../../shared/filters';
import { completedMs } from '../../../shared/scoreReports';
import { type InputItem, itemError } from '../../operation';
import { readUser } from '../../user';
import { hasExpired, OPEN_STATUSES } from './expiry';
import { haveDifferentUniqueIdentifiers, type Identifiers, identifiersOf, type RecentInvitation } from './recent';

/** The invitation that an input item asks for. */
export interface Invitation {
	item: InputItem;
	body: AssignRequest;
	/** The email address and unique identifier in the body. */
	identifiers: Identifiers;
	assessmentName: string;
	ifAlreadyAssigned: 'assignAgain' | 'fail' | 'returnExisting';
	/** With 0, a finished assessment never counts as assigned. */
	finishedCountsForDays: number;
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
export async function readUsers({ item, body, identifiers }: Invitation): Promise<UserByIdentifier> {
	const { emailAddress, uniqueIdentifier } = body;
	const byUniqueIdentifier = uniqueIdentifier ? await readUser(item, { uniqueIdentifier }) : null;
	const hasBoth = byUniqueIdentifier !== null && identifiersOf(byUniqueIdentifier).email === identifiers.email;
	const byEmail = emailAddress && !hasBoth ? await readUser(item, { emailAddress }) : byUniqueIdentifier;
	return { uniqueIdentifier: byUniqueIdentifier, email: byEmail };
}

/**
 * Finds the person that an item refers to, and adds recent assignments that the service may not show yet.
 *
 * @param recent invitations that share an identifier with the item
 * @throws NodeOperationError if the item's identifiers belong to two users: a link for one must not be sent to the other
 */
export function personOf(
	{ item, body, identifiers, assessmentName }: Invitation,
	users: UserByIdentifier,
	recent: readonly RecentInvitation[],
): Person | undefined {
	const justAssigned = recent.flatMap(({ assigned, ...one }) =>
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
			? haveDifferentUniqueIdentifiers(identifiers, byEmail.identifiers)
			: byEmail.userId !== byUniqueIdentifier.userId);
	if (areTwo) {
		throw itemError(
			item,
			`'Email Address' belongs to a different user (${plainText(byEmail.identifiers.uniqueIdentifier ?? byEmail.userId)}) than 'Unique Identifier'`,
			"To invite the user with this email address, correct 'Unique Identifier' or leave it empty. To invite someone else, leave 'Email Address' empty. Nothing was assigned",
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
	const hasBoth = byUniqueIdentifier !== undefined && byUniqueIdentifier.identifiers.email === identifiers.email;
	return { userId: user.userId, hasBothIdentifiers: hasBoth, scoreReports: [...reports.values()] };
}

/** Finds an open assignment that hasn't expired, or else the one that was finished last, unless that was too long ago. */
export async function findExisting(
	{ item, assessmentName, finishedCountsForDays }: Invitation,
	{ scoreReports }: Person,
	recent: readonly RecentInvitation[],
): Promise<ScoreReport | undefined> {
	const reports = scoreReports.filter((report) => isOfAssessment(report, assessmentName));
	for (const report of reports.filter(isOpen)) {
		const isRecent = recent.some(({ assigned }) => assigned?.userAssessmentId === report.userAssessmentId);
		if (isRecent || !(await hasExpired(item, report.userAssessmentId))) return report;
	}
	const since = systemNow() - finishedCountsForDays * DAY_MS;
	return reports
		.filter((report) => !isOpen(report) && finishedCountsForDays > 0 && finishedAt(report) >= since)
		.sort((one, other) => finishedAt(other) - finishedAt(one))[0];
}

export function isOfAssessment({ assessmentName }: ScoreReport, name: string): boolean {
	return nameKey(assessmentName ?? '') === nameKey(name);
}

export function isOpen({ status }: ScoreReport): boolean {
	return OPEN_STATUSES.includes(status ?? '');
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
function finishedAt({ completed }: ScoreReport): number {
	return completedMs(completed, Number.MAX_SAFE_INTEGER);
}
