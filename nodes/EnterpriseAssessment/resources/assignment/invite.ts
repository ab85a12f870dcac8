import type { IDataObject } from 'n8n-workflow';

import { apiError } from '../../../api/outcome/apiError';
import { systemClock, wallNow } from '../../../api/pacing/clock';
import type { Sequence } from '../../../api/request/request';
import { DEFAULT_LIMITS } from '../../../api/request/request';
import { serialize } from '../../../api/request/serialize';
import { isDeprecatedVersion } from '../../../api/specification/address';
import { signInLink } from '../../../api/specification/responses';
import { callForItem } from '../../answers';
import type { OperationRun } from '../../operation';
import { parameterError, requestLimits } from '../../parameters';
import type { AccountLedger } from './accountLedger';
import { accountLedger } from './accountLedger';
import type { AssignBody } from './assign';
import { assign } from './assign';
import type { IfHeld } from './doubt';
import { isStillInDoubt, settle } from './doubt';
import { identify, otherIdentifierError, readUser, twoUsersError } from './identify';
import type { Person } from './ledger/ledger';
import type { OpenAssignment } from './ledger/openAssignments';
import { areComparable, isSamePerson, namesOfUser, spelling } from './ledger/person';
import { stillOpen } from './ledger/stillOpen';

/** One item to be invited. */
interface Invitation {
	run: OperationRun;
	account: AccountLedger;
	body: AssignBody;
	ifAlreadyAssigned: IfHeld;
}

/** What was seen so long ago is looked at again before anything is assigned: others may have done so meanwhile. */
const STALE_AFTER_MS = 60_000;

/**
 * Assigns unless the person holds the assessment (not started or in progress, not expired). What is in doubt is settled
 * by reading, and never sent again while it is.
 *
 * Invitations of the same person run one after the other, in all executions of the process.
 */
export async function invite(run: OperationRun, body: AssignBody, ifAlreadyAssigned: IfHeld): Promise<IDataObject> {
	const account = accountLedger(run.account);
	await mustHaveAssessment(run, account, body.assessmentId);
	const invitation = { run, account, body, ifAlreadyAssigned };
	let person: Person = { names: { emailAddress: body.emailAddress, uniqueIdentifier: body.uniqueIdentifier } };
	for (;;) {
		const keys = account.ledger.keysOf(person);
		const locks = new Set(keys.map((key) => `${run.account.id} ${spelling(key)}`));
		const result = await serialize([...locks], async () => await inviteAlone(invitation, person, keys));
		if ('output' in result) return result.output;
		({ person } = result);
	}
}

/**
 * @param keys those of the person's names that no other invitation uses meanwhile
 * @returns the person when there are more names by now
 */
async function inviteAlone(
	{ run, account, body, ifAlreadyAssigned }: Invitation,
	asNamed: Person,
	keys: readonly string[],
): Promise<{ output: IDataObject } | { person: Person }> {
	const { ledger } = account;
	const { assessmentId } = body;
	const limits = { ...DEFAULT_LIMITS, ...requestLimits(run) };
	/** Keeps the place in line of an assignment that has to be looked at again. */
	const sequence: Sequence = {};
	let giveUpAt: number | undefined;
	let isUpToDate = false;
	let hasLooked = false;
	await account.bringUpToDate(run);
	let person = isDeprecatedVersion(run.account.apiVersion) ? await identify(run, ledger, asNamed) : asNamed;
	let seenAt = systemClock.now();
	async function lookAgain(): Promise<void> {
		await account.lookFor(run, person);
		seenAt = systemClock.now();
	}
	for (;;) {
		if (ledger.holdsUnknown(person)) await account.readAssessments(run);
		if (!ledger.keysOf(person).every((key) => keys.includes(key))) return { person };
		const verdict = ledger.judge(person, assessmentId, systemClock.now(), wallNow());
		switch (verdict.kind) {
			case 'twoUsers':
				throw twoUsersError(run, verdict.userIds);
			case 'otherIdentifier':
				throw otherIdentifierError(run, verdict.uniqueIdentifier);
			case 'unidentified':
				person = await identify(run, ledger, person);
				break;
			case 'holds': {
				if (!isUpToDate) {
					isUpToDate = true;
					await account.readSinceStart(run);
					// The name may be that of another assessment by now.
					await account.readAssessments(run);
					break;
				}
				const { held, isRenamed } = await lookAnew(run, account, person, verdict.assignments);
				if (isRenamed) person = await identify(run, ledger, person);
				if (isRenamed || held === undefined) break;
				if (ifAlreadyAssigned === 'fail') throw heldError(run, held);
				return { output: { ...(await withSignInLink(run, held)), alreadyAssigned: true } };
			}
			case 'inDoubt':
				if (hasLooked) throw isStillInDoubt(run, verdict.attempt, ifAlreadyAssigned);
				hasLooked = true;
				await lookAgain();
				break;
			case 'free': {
				const now = systemClock.now();
				if (now - seenAt > STALE_AFTER_MS) {
					await lookAgain();
					break;
				}
				giveUpAt ??= now + limits.maxRateLimitWaitMs;
				const result = await assign(run, account, person, body, {
					limits: { ...limits, maxRateLimitWaitMs: giveUpAt - now },
					staleAfterMs: STALE_AFTER_MS,
					sequence,
				});
				if ('value' in result) return { output: { ...result.value, alreadyAssigned: false } };
				if (result.isStale === true) {
					await lookAgain();
					break;
				}
				if (!result.inDoubt) throw apiError(run.context.getNode(), result.failure, run.itemIndex);
				const made = await settle(run, account, person, result, ifAlreadyAssigned);
				return { output: { ...(await withSignInLink(run, made)), alreadyAssigned: false } };
			}
		}
	}
}

/**
 * @returns the assignment that is still to be done at this moment, undefined when another judgement is due; and whether
 * the user is no longer called as the invitation has it, so that somebody else may be
 */
async function lookAnew(
	run: OperationRun,
	{ ledger }: AccountLedger,
	{ names, isIdentified }: Person,
	assignments: readonly OpenAssignment[],
): Promise<{ held?: OpenAssignment; isRenamed: boolean }> {
	const userId = assignments[0]?.userId;
	const user = await readUser(run, { userId });
	const present = user === null ? {} : namesOfUser(user);
	if (user !== null) ledger.takeNames(user);
	const ofUser = assignments.filter((assignment) => assignment.userId === userId);
	const { open, over } = stillOpen(ofUser, user, systemClock.now());
	for (const assignment of over) ledger.end(assignment);
	return {
		held: open,
		isRenamed: isIdentified !== true && areComparable(names, present) && !isSamePerson(names, present),
	};
}

async function mustHaveAssessment(run: OperationRun, account: AccountLedger, assessmentId: string): Promise<void> {
	const { ledger } = account;
	if (ledger.assessments.nameOf(assessmentId) === undefined) await account.readAssessments(run);
	if (ledger.assessments.nameOf(assessmentId) !== undefined) return;
	throw parameterError(
		run,
		`The account has no assessment with the ID ${assessmentId} (parameter 'Assessment')`,
		'Choose the assessment from the list, or check the expression',
	);
}

async function withSignInLink(
	run: OperationRun,
	{ userId, userAssessmentId }: Pick<OpenAssignment, 'userId' | 'userAssessmentId'>,
): Promise<IDataObject> {
	const body = { userId, userAssessmentId };
	const link = await callForItem(run, { endpoint: 'createSignInToken', body }, signInLink);
	if (link === null) {
		throw parameterError(run, 'The service no longer knows the person who holds the assessment', 'Run the item again');
	}
	return { userId, userAssessmentId, signInUrl: link.signInUrl, signInUrlExpiresAt: link.expiresAt };
}

function heldError(run: OperationRun, { assessmentName, userAssessmentId }: OpenAssignment) {
	return parameterError(
		run,
		`The user already holds the assessment ${assessmentName} (userAssessmentId ${userAssessmentId})`,
		"Set 'If Already Assigned' to 'Return Existing Assignment' or to 'Assign Again'",
	);
}
