import { apiError } from '../../../api/outcome/apiError';
import { systemClock } from '../../../api/pacing/clock';
import { wallTime } from '../../../api/pacing/wallTime';
import { cancelSignal } from '../../../api/request/context';
import type { OperationRun } from '../../operation';
import { parameterError } from '../../parameters';
import type { AccountLedger } from './accountLedger';
import type { FailedAttempt } from './assign';
import type { InDoubt } from './ledger/attempts';
import { DOUBT_MS } from './ledger/attempts';
import type { Person } from './ledger/ledger';
import type { OpenAssignment } from './ledger/openAssignments';

/** What an invitation does about who holds the assessment already. */
export type IfHeld = 'returnExisting' | 'fail';

/** Pauses before each look at what came of a request in doubt. An assignment may take ten seconds to show up. */
const LOOK_AFTER_MS = [0, 1_000, 2_000, 3_000, 6_000];

/**
 * Looks for what a request in doubt has made.
 *
 * @throws NodeApiError that tells of the doubt when nothing shows up
 */
export async function settle(
	run: OperationRun,
	account: AccountLedger,
	person: Person,
	{ attempt, failure }: FailedAttempt,
	ifAlreadyAssigned: IfHeld,
): Promise<OpenAssignment> {
	const cancelled = cancelSignal(run.context);
	for (const pause of LOOK_AFTER_MS) {
		await systemClock.sleep(pause, cancelled);
		if (cancelled?.aborted === true) break;
		// Where looking fails the doubt stays, and there may be another look.
		await account.lookFor(run, person).catch(() => undefined);
		if (attempt.state.kind === 'made') return attempt.state.assignment;
	}
	const since = attempt.state.kind === 'inDoubt' ? attempt.state.since : systemClock.now();
	const description = `Nothing of it has shown up so far, and it was not sent again. ${whatNow(since, ifAlreadyAssigned)}`;
	throw apiError(run.context.getNode(), { ...failure, description }, run.itemIndex);
}

/** The error for somebody of whom an earlier request is in doubt. */
export function isStillInDoubt(run: OperationRun, { state: { since } }: InDoubt, ifAlreadyAssigned: IfHeld) {
	return parameterError(
		run,
		'Nothing was sent: an earlier request to assign an assessment to this person may have been processed',
		`It got no clear answer at ${timestamp(since)}, and nothing of it has shown up so far. ${whatNow(since, ifAlreadyAssigned)}`,
	);
}

function whatNow(since: number, ifAlreadyAssigned: IfHeld): string {
	const how = ifAlreadyAssigned === 'fail' ? ", with 'If Already Assigned' on 'Return Existing Assignment'" : '';
	return `Run the item again after ${timestamp(since + DOUBT_MS)}${how}: what has shown up by then is returned, and otherwise it is sent again`;
}

function timestamp(time: number): string {
	return new Date(wallTime(time)).toISOString();
}
