import { callEndpoint } from '../../../api/request/request';
import { visible } from '../../../api/specification/plainText';
import type { AssignRequest, ScoreReport, User } from '../../../api/specification/values';
import { DAY_MS, stageOf } from '../../../api/specification/values';
import { nameKey } from '../../../shared/filters';
import { quoted, UserError } from '../../../shared/parameters/parameter';
import { completedMs } from '../../../shared/scoreReports';
import type { InputItem } from '../../operation';
import { hasExpired } from './assignments';
import { type Identifiers, identifiersOf, LABELS } from './identity';
import { areOfTwoPeople, differingParts, fullName } from './names';
import type { Made } from './recent';

export interface Invitation {
	item: InputItem;
	body: AssignRequest;
	/** The email address and unique identifier in the body, ready to compare. */
	identifiers: Identifiers;
	assessmentName: string;
	/** With `assignAgain`, no one looks whether the person has the assessment. */
	ifAlreadyAssigned: 'assignAgain' | 'fail' | 'returnExisting' | 'skip';
	/** With 0, a finished assessment never counts as assigned. */
	finishedCountsForDays: number;
}

/** Whom the item means, and for what. */
type Asked = Pick<Invitation, 'body' | 'identifiers' | 'assessmentName'>;

export interface Person {
	userId: string;
	assignments: OwnAssignment[];
	/** Whether the user with the item's unique identifier also has its email address. */
	hasBothIdentifiers: boolean;
	/** The service's name for the person, if it contradicts the item's. */
	storedName?: string;
}

/** An assignment of a person, as the service shows it. If it doesn't show it yet, it hasn't begun. */
interface OwnAssignment extends ScoreReport {
	/** Whether it's of the item's assessment. */
	isWanted: boolean;
	/** Whether this process just made it. */
	isRecent?: boolean;
}

/** The users who have an item's identifiers, or what is owed to the person, if no one has to be read for that. */
export type Users = Partial<Record<'byEmail' | 'byIdentifier', User | null>> & { owed?: Made[] };

/** Looks up the unique identifier, and then the email address unless it belongs to the same user. */
export async function readUsers({ item, body, identifiers }: Invitation): Promise<Users> {
	const { emailAddress, uniqueIdentifier } = body;
	const byIdentifier = uniqueIdentifier ? await callEndpoint(item, 'getScore', { uniqueIdentifier }) : null;
	if (!emailAddress) return { byIdentifier };
	const hasBoth = byIdentifier !== null && identifiersOf(byIdentifier).email === identifiers.email;
	const byEmail = hasBoth ? byIdentifier : await callEndpoint(item, 'getScore', { emailAddress });
	return { byIdentifier, byEmail };
}

/** Throws UserError if the item's identifiers belong to two people, or to someone with another name. */
export function personOf(asked: Asked, users: Users, recent: Made[]): Person | undefined {
	const { identifiers } = asked;
	const holderOf = (kind: keyof Identifiers, user: User | null | undefined) => {
		const isNamed = (one: Made) => identifiers[kind] !== undefined && one.identifiers[kind] === identifiers[kind];
		const userId = user?.userId ?? recent.find(isNamed)?.assigned.userId;
		return userId === undefined ? undefined : withMade(user ?? { userId, scoreReports: [] }, recent, asked);
	};
	const byIdentifier = holderOf('uniqueIdentifier', users.byIdentifier);
	const byEmail = holderOf('email', users.byEmail);
	refuseConflict(asked, { byEmail, byIdentifier });
	const user = byIdentifier ?? byEmail;
	if (user === undefined) return undefined;
	const storedName = storedNameOf(asked, { byEmail, byIdentifier });
	// It's the item's email address, if the item has one, because any other was refused.
	const hasBothIdentifiers = Boolean((users.byIdentifier ?? byIdentifier)?.email);
	return { userId: user.userId, hasBothIdentifiers, storedName, assignments: user.scoreReports };
}

/** Adds what the service doesn't show yet, or, in a deprecated version, ever: names and email addresses. */
function withMade({ scoreReports, ...user }: User, recent: Made[], { body, assessmentName }: Asked) {
	const isCalledSo = (report: ScoreReport) => nameKey(report.assessmentName ?? '') === nameKey(assessmentName);
	const own = new Map<string, OwnAssignment>();
	for (const report of scoreReports) own.set(report.userAssessmentId, { ...report, isWanted: isCalledSo(report) });
	for (const { assigned, body: made, identifiers, name } of recent) {
		const { userId, userAssessmentId } = assigned;
		if (userId !== user.userId) continue;
		const known = { ...identifiers, ...name };
		for (const field of ['email', 'uniqueIdentifier', 'givenName', 'surname'] as const) user[field] ||= known[field];
		// Its name doesn't count, because the assessment may have been renamed since.
		const isWanted = made.assessmentId === body.assessmentId;
		const shown = own.get(userAssessmentId);
		own.set(userAssessmentId, { userAssessmentId, status: 'NotStarted', ...shown, isRecent: true, isWanted });
	}
	return { ...user, scoreReports: [...own.values()] };
}

/** Throws UserError if it's another person's name: lists that each count from 1 share identifiers, and siblings an email address. */
function storedNameOf({ body }: Asked, { byEmail, byIdentifier }: Users): string | undefined {
	const stored = byIdentifier ?? byEmail ?? {};
	const named = { givenName: body.givenName, surname: body.surName };
	const parts = differingParts(named, stored);
	if (parts.length === 0) return undefined;
	// Surnames change. The email address and the identifier together prove more than a name.
	const isSure = byEmail && byIdentifier;
	if (isSure || (byEmail ? parts.length === 1 : !areOfTwoPeople(named, stored))) return fullName(stored);
	const [label, given] = byEmail ? [LABELS.email, body.emailAddress] : [LABELS.uniqueIdentifier, body.uniqueIdentifier];
	throw new UserError(
		`The ${label.toLowerCase()} ${quoted(given ?? '')} belongs to ${quoted(fullName(stored))}, not to ${quoted(fullName(named))}`,
		`For someone else, correct '${label}'${byEmail ? '' : ", e.g. '2026_7b_12' if each of your lists counts from 1"}. For the same person, use the stored name or leave 'Given Name' and 'Surname' empty. Nothing was assigned`,
	);
}

/** @throws UserError if the item's identifiers belong to two people, because a link for one must not be sent to the other */
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
	throw new UserError(
		`The ${one} belongs to a different person (${visible(other ?? '')}) than the ${another}`,
		"To invite the person with this email address, correct 'Unique Identifier' or leave it empty. To invite someone else, or if the person's email address has changed, leave 'Email Address' empty. Nothing was assigned to this person",
	);
}

function areDifferent(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}

/** The open assignment that hasn't expired, or else the last finished one, if it counts. Throws UserError if a status can mean either. */
export async function findExisting(
	{ item, finishedCountsForDays }: Invitation,
	{ assignments }: Person,
): Promise<OwnAssignment | undefined> {
	const candidates = assignments.filter(({ isWanted }) => isWanted);
	for (const one of candidates.filter(isOpen)) {
		if (one.isRecent === true || !(await hasExpired(item, one))) return one;
	}
	const unknown = candidates.find(({ status }) => stageOf(status) === undefined);
	if (unknown !== undefined) {
		throw new UserError(
			`The person has the assessment with the status ${quoted(unknown.status ?? '')}, which this node doesn't know`,
			"Check in the admin dashboard whether they can still take it. To assign it again anyway, set 'If Already Assigned' to 'Assign Again'. Nothing was assigned",
		);
	}
	const since = Date.now() - finishedCountsForDays * DAY_MS;
	return candidates
		.filter((one) => !isOpen(one) && finishedCountsForDays > 0 && finishedAt(one) >= since)
		.sort((one, other) => finishedAt(other) - finishedAt(one))[0];
}

/** Whether an assessment isn't finished (specification: Statuses). */
export function isOpen({ status }: Pick<ScoreReport, 'status'>): boolean {
	return stageOf(status) === 'open';
}

/** Returns ms since the epoch. A report without the time, e.g. because its score is pending, counts as just finished. */
const finishedAt = ({ completed }: ScoreReport): number => completedMs(completed, Number.MAX_SAFE_INTEGER);
