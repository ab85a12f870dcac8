import { systemNow } from '../../../api/pacing/clock';
import { callEndpoint } from '../../../api/request/request';
import { assessmentNameKey, parseIsoTimestamp } from '../../../api/specification/formats';
import { user } from '../../../api/specification/responses';
import type { AssignRequest, ScoreReport, User, UserIdentity } from '../../../api/specification/types';
import type { InputItem } from '../../operation';
import { itemError } from '../../runner/itemError';
import { hasExpired, OPEN_STATUSES } from './expiry';
import type { Names } from './names';
import { haveDifferentIdentifiers, namesOf } from './names';
import type { RecentInvitation } from './recent';

const DAY_MS = 24 * 60 * 60_000;

/** What an input item asks for. */
export interface Invitation {
	item: InputItem;
	body: AssignRequest;
	assessmentName: string;
	ifAlreadyAssigned: 'assignAgain' | 'fail' | 'returnExisting';
	/** For so many days a finished assessment counts as assigned; 0: not at all. */
	finishedCountsForDays: number;
}

/** The user that the service shows for each name of an item, which can be two. */
export type UsersByName = { [kind in keyof Names]?: User | null };

export interface Person {
	userId: string;
	scoreReports: ScoreReport[];
	/** Whether the user of the identifier has the item's address, too. */
	hasBothNames: boolean;
}

/** POST /score by the identifier, and by the address unless that user has it. */
export async function findUsers({ item, body: { emailAddress, uniqueIdentifier } }: Invitation): Promise<UsersByName> {
	const ask = async (identity: UserIdentity) =>
		await callEndpoint(item, { endpoint: 'getScore', body: { ...identity } }, user);
	const byIdentifier = uniqueIdentifier ? await ask({ uniqueIdentifier }) : null;
	const hasBothNames = byIdentifier !== null && namesOf(byIdentifier).email === namesOf({ email: emailAddress }).email;
	const byEmail = emailAddress && !hasBothNames ? await ask({ emailAddress }) : byIdentifier;
	return { uniqueIdentifier: byIdentifier, email: byEmail };
}

/**
 * The person whom an item means, with what this process has just made for them, which the service may not show yet.
 *
 * @param recent invitations under the names of the item
 * @throws NodeOperationError for the address of a different user: a link for one person must not be sent to another
 */
export function personOf(
	{ item, body, assessmentName }: Invitation,
	shown: UsersByName,
	recent: readonly RecentInvitation[] = [],
): Person | null {
	const given = namesOf({ ...body, email: body.emailAddress });
	const justMade = recent.flatMap(({ made, ...one }) => (made === undefined ? [] : [{ ...one, ...made }]));
	const known = (kind: keyof Names) => {
		const found = shown[kind];
		if (found) return { ...found, names: namesOf(found) };
		return justMade.find(({ names }) => given[kind] !== undefined && names[kind] === given[kind]);
	};
	const [byIdentifier, byEmail] = [known('uniqueIdentifier'), known('email')];
	const isOther = byIdentifier
		? byEmail !== undefined && byEmail.userId !== byIdentifier.userId
		: haveDifferentIdentifiers(byEmail?.names ?? {}, given);
	if (byEmail && isOther) {
		throw itemError(
			item,
			`'Email Address' belongs to a different user (${byEmail.names.uniqueIdentifier ?? byEmail.userId}) than 'Unique Identifier'`,
			"To invite that user, correct 'Unique Identifier' or leave it empty. To invite a different person, leave 'Email Address' empty. Nothing was assigned",
		);
	}
	const person = byIdentifier ?? byEmail;
	if (person === undefined) return null;
	const shownReports = 'scoreReports' in person ? person.scoreReports : [];
	const reports = new Map(shownReports.map((report) => [report.userAssessmentId, report]));
	for (const { userId, userAssessmentId, assessmentId } of justMade) {
		if (userId !== person.userId) continue;
		// Reports carry no assessmentId, and the assessment may have been renamed since.
		const name = { assessmentName: assessmentId === body.assessmentId ? assessmentName : null };
		const report = { status: 'NotStarted', ...reports.get(userAssessmentId), ...name };
		reports.set(userAssessmentId, { ...report, userAssessmentId });
	}
	const hasBothNames = byIdentifier !== undefined && byIdentifier.names.email === given.email;
	return { userId: person.userId, hasBothNames, scoreReports: [...reports.values()] };
}

/**
 * What the person has of the assessment that counts as assigned: something open that hasn't expired, or else what they finished
 * last, unless that is too long ago.
 */
export async function findHeld(
	{ item, assessmentName, finishedCountsForDays }: Invitation,
	{ scoreReports }: Person,
	recent: readonly RecentInvitation[],
): Promise<ScoreReport | undefined> {
	const reports = scoreReports.filter((report) => isNamed(report, assessmentName));
	for (const report of reports.filter(isOpen)) {
		const isJustMade = recent.some(({ made }) => made?.userAssessmentId === report.userAssessmentId);
		if (isJustMade || !(await hasExpired(item, report.userAssessmentId))) return report;
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

/** In ms since the epoch. A score that is pending or under review may lack the time, and counts as just finished. */
function finishedAt({ completed }: ScoreReport): number {
	return parseIsoTimestamp(completed) ?? Number.MAX_SAFE_INTEGER;
}
