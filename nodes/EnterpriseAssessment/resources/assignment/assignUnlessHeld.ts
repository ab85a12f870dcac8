import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/specification/address';
import { cancelSignal } from '../../../api/request/context';
import { apiError } from '../../../api/outcome/apiError';
import { idKey } from '../../../api/specification/ids';
import { systemClock } from '../../../api/pacing/clock';
import { MAX_TRIES } from '../../../api/request/retry';
import type { ApiRequest } from '../../../api/request/request';
import { DEFAULT_LIMITS, requestEndpoint } from '../../../api/request/request';
import { assessments, assigned, assignments, signInLink, user } from '../../../api/specification/responses';
import { serialize } from '../../../api/request/serialize';
import { text } from '../../../shared/text';
import type { Assignment, User } from '../../../api/specification/types';
import { callForItem } from '../../answers';
import type { AssignedSoFar, OperationRun, SharedReads } from '../../operation';
import { parameterError, requestLimits } from '../../parameters';
import type { AssignBody } from './create';
import type { HeldAssignment, Person } from './heldAssignment';
import { heldAssignment, isSamePerson, OPEN_STATUSES, personKeys, reportsOf } from './heldAssignment';

/** Before any assignment: /assignments demands a start. */
const BEGINNING = '2000-01-01T00:00:00.000Z';

/** How long a request that is in doubt may still be on its way into the service. */
const SETTLE_MS = 1_000;

/** After a time-out the service may take as long again; nobody wants to wait for it without end. */
const LONGEST_SETTLE_MS = 30_000;

/** What the person had of the assessment before a request, whatever its status. */
interface StandingBefore {
	assessmentName: string;
	userAssessmentIds: Set<string>;
}

/**
 * Assigns unless the person holds the assessment (not started or in progress, not expired). With `returnExisting` a
 * request in doubt is settled by reading what stands there, so that it is effectively sent once.
 *
 * Invitations of the same person to the same assessment run one after the other, in all executions of the process.
 */
export async function assignUnlessHeld(
	run: OperationRun,
	body: AssignBody,
	ifAlreadyAssigned: 'returnExisting' | 'fail',
): Promise<IDataObject> {
	const person = personOf(body);
	const keys = personKeys(person).map((key) => `${run.account.id} ${idKey(body.assessmentId)} ${key}`);
	return await serialize(keys, async () => {
		const assessmentName = await nameOfAssessment(run, body.assessmentId);
		const found = await findUsers(run, person);
		// Another item may name the same user in another way.
		const pairs = found.map(({ userId }) => pairOf(body, userId));
		return await serialize(
			pairs.map((pair) => `${run.account.id} ${pair}`),
			async () => {
				const isStale = pairs.some((pair) => assignedSoFar(run).pairs.has(pair));
				const users = isStale ? await findUsers(run, person) : found;
				return await assignTo(run, body, users, assessmentName, ifAlreadyAssigned);
			},
		);
	});
}

async function assignTo(
	run: OperationRun,
	body: AssignBody,
	users: User[],
	assessmentName: string,
	ifAlreadyAssigned: 'returnExisting' | 'fail',
): Promise<IDataObject> {
	const held = await findHeld(run, users, assessmentName);
	if (held === undefined) {
		const before = { assessmentName, userAssessmentIds: reportIds(users, assessmentName) };
		const made = await assign(run, body, before, ifAlreadyAssigned);
		remember(run, body, text(made.userId));
		return made;
	}
	if (ifAlreadyAssigned === 'returnExisting') return { ...(await withSignInLink(run, held)), alreadyAssigned: true };
	throw parameterError(
		run,
		`The user already holds the assessment ${assessmentName} (userAssessmentId ${held.userAssessmentId})`,
		"Set 'If Already Assigned' to 'Return Existing Assignment' or to 'Assign Again'",
	);
}

async function assign(
	run: OperationRun,
	body: AssignBody,
	before: StandingBefore,
	ifAlreadyAssigned: 'returnExisting' | 'fail',
): Promise<IDataObject> {
	const { context, account, itemIndex } = run;
	const limits = { ...DEFAULT_LIMITS, ...requestLimits(run) };
	const request: ApiRequest = { endpoint: 'assign', body, limits, itemIndex };
	for (let tries = 1; ; tries += 1) {
		const result = await requestEndpoint(context, account, request, assigned);
		if ('value' in result) return { ...result.value, alreadyAssigned: false };
		const doubt = apiError(context.getNode(), result.failure, itemIndex);
		if (ifAlreadyAssigned === 'fail' || !result.inDoubt) throw doubt;
		const pauses = [0, SETTLE_MS, ...(result.timedOut ? [Math.min(limits.timeoutMs, LONGEST_SETTLE_MS)] : [])];
		const made = await settle(run, personOf(body), before, { pauses, doubt });
		if (made !== undefined) return { ...(await withSignInLink(run, made)), alreadyAssigned: false };
		if (tries === MAX_TRIES) throw doubt;
	}
}

function personOf({ emailAddress, uniqueIdentifier }: AssignBody): Person {
	return { emailAddress, uniqueIdentifier };
}

function pairOf({ assessmentId }: AssignBody, userId: string): string {
	return `${idKey(assessmentId)} userId ${idKey(userId)}`;
}

function assignedSoFar({ shared }: OperationRun): AssignedSoFar {
	shared.assigned ??= { userIds: new Map(), pairs: new Set() };
	return shared.assigned;
}

function remember(run: OperationRun, body: AssignBody, userId: string): void {
	const { userIds, pairs } = assignedSoFar(run);
	if (body.emailAddress !== undefined) userIds.set(body.emailAddress.toLowerCase(), userId);
	pairs.add(pairOf(body, userId));
}

/**
 * The assignment that stands there now and did not before, or undefined when the request was not processed.
 *
 * @param pauses before each reading, in ms
 * @throws the given error, which tells of the doubt, when reading fails too
 */
async function settle(
	run: OperationRun,
	person: Person,
	{ assessmentName, userAssessmentIds }: StandingBefore,
	{ pauses, doubt }: { pauses: readonly number[]; doubt: NodeApiError },
): Promise<HeldAssignment | undefined> {
	for (const pause of pauses) {
		await systemClock.sleep(pause, cancelSignal(run.context));
		const users = await findUsers(run, person, { anew: true }).catch(() => undefined);
		if (users === undefined) throw doubt;
		const made = reportsOf(users, assessmentName).find(
			(report) => !userAssessmentIds.has(idKey(report.userAssessmentId)),
		);
		if (made !== undefined) return made;
	}
	return undefined;
}

async function findHeld(run: OperationRun, users: User[], assessmentName: string): Promise<HeldAssignment | undefined> {
	const now = Date.now();
	const candidate = heldAssignment(users, assessmentName, [], now);
	if (candidate === undefined || isDeprecatedVersion(run.account.apiVersion)) return candidate;
	const ids = reportIds(users, assessmentName);
	let known = await openAssignments(run);
	if (!known.some(({ userAssessmentId }) => ids.has(idKey(userAssessmentId))))
		known = await openAssignments(run, { anew: true });
	return heldAssignment(users, assessmentName, known, now);
}

/**
 * The user that the person's names lead to, as it stands now, or none.
 *
 * @throws NodeOperationError when they lead to different users: a link for one must not be sent to the other
 */
async function findUsers(run: OperationRun, person: Person, { anew = false } = {}): Promise<User[]> {
	const { emailAddress, uniqueIdentifier } = person;
	const byIdentifier = uniqueIdentifier === undefined ? null : await readUser(run, { uniqueIdentifier });
	if (emailAddress === undefined || (byIdentifier !== null && isSamePerson({ emailAddress }, byIdentifier))) {
		return byIdentifier === null ? [] : [byIdentifier];
	}
	const byEmail = (await readUser(run, { emailAddress })) ?? (await readUserByOtherCase(run, emailAddress, { anew }));
	if (byIdentifier !== null && byEmail !== null && idKey(byIdentifier.userId) !== idKey(byEmail.userId)) {
		throw parameterError(
			run,
			`'Email Address' and 'Unique Identifier' belong to two users (${byEmail.userId} and ${byIdentifier.userId})`,
			'Nothing was assigned. Correct one of the two, or leave one empty',
		);
	}
	return [byIdentifier ?? byEmail].filter((found) => found !== null);
}

/** Whether /score finds an address written in another case is not specified; /assignments shows how it is written. */
async function readUserByOtherCase(
	run: OperationRun,
	emailAddress: string,
	{ anew }: { anew: boolean },
): Promise<User | null> {
	if (isDeprecatedVersion(run.account.apiVersion)) return null;
	const userId =
		assignedSoFar(run).userIds.get(emailAddress.toLowerCase()) ??
		(await openAssignments(run, { anew })).find((assignment) => isSamePerson({ emailAddress }, assignment))?.userId;
	return userId === undefined ? null : await readUser(run, { userId });
}

async function readUser(run: OperationRun, identity: IDataObject): Promise<User | null> {
	return await callForItem(run, { endpoint: 'getScore', body: identity }, user);
}

async function withSignInLink(run: OperationRun, { userId, userAssessmentId }: HeldAssignment): Promise<IDataObject> {
	const body = { userId, userAssessmentId };
	const link = await callForItem(run, { endpoint: 'createSignInToken', body }, signInLink);
	if (link === null) {
		throw parameterError(run, 'The service no longer knows the person who holds the assessment', 'Run the item again');
	}
	return { userId, userAssessmentId, signInUrl: link.signInUrl, signInUrlExpiresAt: link.expiresAt };
}

async function nameOfAssessment(run: OperationRun, assessmentId: string): Promise<string> {
	const all = await remembered(
		run.shared,
		'assessments',
		async () => await callForItem(run, { endpoint: 'listAssessments' }, assessments),
	);
	const found = all.find((assessment) => idKey(assessment.assessmentId) === idKey(assessmentId));
	if (found !== undefined) return found.name;
	throw parameterError(
		run,
		`The account has no assessment with the ID ${assessmentId} (parameter 'Assessment')`,
		'Choose the assessment from the list, or check the expression',
	);
}

async function openAssignments(run: OperationRun, { anew = false } = {}): Promise<Assignment[]> {
	if (anew) run.shared.openAssignments = undefined;
	const body = { assignedOnOrAfter: BEGINNING, statuses: OPEN_STATUSES };
	return await remembered(
		run.shared,
		'openAssignments',
		async () => await callForItem(run, { endpoint: 'listAssignments', body }, assignments),
	);
}

/** A failed read is not remembered: the next item tries again. */
async function remembered<Name extends 'assessments' | 'openAssignments'>(
	shared: SharedReads,
	name: Name,
	read: () => NonNullable<SharedReads[Name]>,
): Promise<Awaited<NonNullable<SharedReads[Name]>>> {
	const reading = shared[name] ?? read();
	shared[name] = reading;
	try {
		return await reading;
	} finally {
		reading.catch(() => {
			if (shared[name] === reading) shared[name] = undefined;
		});
	}
}

function reportIds(users: User[], assessmentName: string): Set<string> {
	return new Set(reportsOf(users, assessmentName).map(({ userAssessmentId }) => idKey(userAssessmentId)));
}
