import { systemNow } from '../../../api/pacing/clock';
import { assessmentNameKey, parseIsoTimestamp } from '../../../api/specification/responses';
import type { AssignRequest, ScoreReport, User } from '../../../api/specification/types';
import type { InputItem } from '../../operation';
import { itemError } from '../../runner';
import { readUser } from '../../user';
import { hasExpired, OPEN_STATUSES } from './expiry';
import { haveDifferentIdentifiers, type Names, namesOf, type RecentInvitation } from './recent';

const DAY_MS = 24 * 60 * 60_000;

/** The invitation that an input item asks for. */
export interface Invitation {
	item: InputItem;
	body: AssignRequest;
	/** The email address and identifier in the body. */
	names: Names;
	assessmentName: string;
	ifAlreadyAssigned: 'assignAgain' | 'fail' | 'returnExisting';
	/** With 0, a finished assessment never counts as assigned. */
	finishedCountsForDays: number;
}

/** The user that the service has for each of an item's names (email address and identifier). */
export type Users = { [kind in keyof Names]?: User | null };

export interface Person {
	userId: string;
	scoreReports: ScoreReport[];
	/** Whether the user with the identifier also has the item's email address. */
	hasBothNames: boolean;
}

/** Looks up the identifier, and then the email address unless it belongs to the same user. */
export async function readUsers({ item, body, names }: Invitation): Promise<Users> {
	const { emailAddress, uniqueIdentifier } = body;
	const byIdentifier = uniqueIdentifier ? await readUser(item, { uniqueIdentifier }) : null;
	const hasBothNames = byIdentifier !== null && namesOf(byIdentifier).email === names.email;
	const byEmail = emailAddress && !hasBothNames ? await readUser(item, { emailAddress }) : byIdentifier;
	return { uniqueIdentifier: byIdentifier, email: byEmail };
}

/**
 * Finds the person that an item refers to, and adds recent assignments that the service may not show yet.
 *
 * @param recent invitations that share a name with the item
 * @throws NodeOperationError if the item's names belong to two users: a link for one must not be sent to the other
 */
export function personOf(
	{ item, body, names, assessmentName }: Invitation,
	users: Users,
	recent: readonly RecentInvitation[],
): Person | undefined {
	const assigned = recent.flatMap(({ assigned: ids, ...one }) => (ids === undefined ? [] : [{ ...one, ...ids }]));
	const userBy = (kind: keyof Names) => {
		const user = users[kind];
		if (user) return { ...user, names: namesOf(user) };
		const invited = assigned.find((one) => names[kind] !== undefined && one.names[kind] === names[kind]);
		return invited && { ...invited, scoreReports: [] };
	};
	const [byIdentifier, byEmail] = [userBy('uniqueIdentifier'), userBy('email')];
	const areTwo = byIdentifier
		? byEmail?.userId !== byIdentifier.userId
		: haveDifferentIdentifiers(names, byEmail?.names ?? {});
	if (byEmail && areTwo) {
		throw itemError(
			item,
			`'Email Address' belongs to a different user (${byEmail.names.uniqueIdentifier ?? byEmail.userId}) than 'Unique Identifier'`,
			"To invite that user, correct 'Unique Identifier' or leave it empty. To invite a different person, leave 'Email Address' empty. Nothing was assigned",
		);
	}
	const user = byIdentifier ?? byEmail;
	if (user === undefined) return undefined;
	const reports = new Map<string, ScoreReport>(user.scoreReports.map((report) => [report.userAssessmentId, report]));
	for (const { userId, userAssessmentId, assessmentId } of assigned) {
		if (userId !== user.userId) continue;
		// Reports don't contain an assessmentId, and the assessment may have been renamed since.
		const name = { assessmentName: assessmentId === body.assessmentId ? assessmentName : null };
		const report = { status: 'NotStarted', ...reports.get(userAssessmentId), ...name };
		reports.set(userAssessmentId, { ...report, userAssessmentId });
	}
	const hasBothNames = byIdentifier !== undefined && byIdentifier.names.email === names.email;
	return { userId: user.userId, hasBothNames, scoreReports: [...reports.values()] };
}

/** Finds an open assignment that hasn't expired, or else the one that was finished last, unless that was too long ago. */
export async function findExisting(
	{ item, assessmentName, finishedCountsForDays }: Invitation,
	{ scoreReports }: Person,
	recent: readonly RecentInvitation[],
): Promise<ScoreReport | undefined> {
	const reports = scoreReports.filter((report) => isNamed(report, assessmentName));
	for (const report of reports.filter(isOpen)) {
		const isRecent = recent.some(({ assigned }) => assigned?.userAssessmentId === report.userAssessmentId);
		if (isRecent || !(await hasExpired(item, report.userAssessmentId))) return report;
	}
	const since = systemNow() - finishedCountsForDays * DAY_MS;
	return reports
		.filter((report) => !isOpen(report) && finishedCountsForDays > 0 && finishedAt(report) >= since)
		.sort((one, other) => finishedAt(other) - finishedAt(one))[0];
}

export function isNamed({ assessmentName }: ScoreReport, name: string): boolean {
	return assessmentNameKey(assessmentName ?? '') === assessmentNameKey(name);
}

export function isOpen({ status }: ScoreReport): boolean {
	return OPEN_STATUSES.includes(status ?? '');
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
function finishedAt({ completed }: ScoreReport): number {
	return parseIsoTimestamp(completed) ?? Number.MAX_SAFE_INTEGER;
}
