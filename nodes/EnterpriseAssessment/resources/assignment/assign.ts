import { monotonicClock } from '../../../api/pacing/clock';
import { cancelSignal, within } from '../../../api/request/caller';
import { isInDoubt, serviceGaveUp } from '../../../api/request/failure';
import { requestError } from '../../../api/request/messages';
import { callEndpoint, pacerOf, tryEndpoint } from '../../../api/request/request';
import { visible } from '../../../api/specification/plainText';
import { parseIsoTimestamp } from '../../../api/specification/values';
import { UserError } from '../../../shared/parameters/parameter';
import { type InputItem, WAIT_FOR_OUTCOME } from '../../operation';
import { type Invitation, isOpen, type Person, personOf, readUsers } from './person';
import { type Assigned, type Attempt, keepDoubt, keepMade, type Made } from './recent';

/** When to look for what an unanswered request created. Time for which the service is away doesn't count. */
const LOOK_AFTER_MS = [0, 1_000, 4_000, 12_000];

/** The service can show an assignment ten seconds late. */
const SURELY_SHOWN_AFTER_MS = 12_000;

/** How long looking takes at most, including 10 seconds for the turns of its requests. */
const LOOK_MS = 22_000;

const LINK_MS = 10_000;

/** Sends POST /assign. If the response is lost, looks for the new assignment. `before` is the person as read before the request. */
export async function assign(invitation: Invitation, attempt: Attempt, before?: Person): Promise<Assigned> {
	const { item, ifAlreadyAssigned } = invitation;
	// Siblings can share an email address. So if the user with the unique identifier has it too, only the unique identifier is sent.
	const body = { ...invitation.body, ...(before?.hasBothIdentifiers ? { emailAddress: undefined } : {}) };
	const began = Date.now();
	for (let tries = 1; ; tries += 1) {
		const result = await tryEndpoint(item, 'assign', { body, outlivesCancel: true });
		if ('value' in result) return keepMade({ ...attempt, assigned: result.value }, item.ofRun).assigned;
		if (!isInDoubt(result)) throw requestError(item, result);
		if (ifAlreadyAssigned === 'assignAgain') {
			// It isn't known what the person had before.
			keepDoubt(attempt, Number.POSITIVE_INFINITY);
			throw requestError(item, result, AFTER_ASSIGN_AGAIN);
		}
		const found = await lookForNew(invitation, before);
		if (typeof found === 'object') {
			const made = keepMade({ ...attempt, assigned: found }, item.ofRun);
			return await withLinks(invitation, made, lookingItem(item, LINK_MS));
		}
		// Retry once after a brief outage of the service.
		if (found === 'nothing' && serviceGaveUp(result) && tries === 1) continue;
		keepDoubt(attempt, began);
		throw requestError(item, result, found === 'underOtherName' ? LOOK_FIRST : WAIT_FOR_OUTCOME);
	}
}

const AFTER_ASSIGN_AGAIN =
	"Wait two minutes, set 'If Already Assigned' to 'Return Existing Assignment', and run this item again. If the output shows a new open assignment, the person is invited. If it shows an earlier one, the first try didn't go through: set 'Assign Again' and run the item once more";

const LOOK_FIRST =
	'The person has a new assignment to an assessment with a different name, which may be this one. Before you run this item again, look at it with Score: Get Many for User, because running it again can assign a second one';

type Found = Assigned | 'nothing' | 'underOtherName' | 'unclear';

/** `nothing` if the service certainly didn't assign, so the request can be sent again. A look that fails says nothing. */
async function lookForNew(invitation: Invitation, before?: Person): Promise<Found> {
	const { item } = invitation;
	const { health } = pacerOf(item);
	const now = () => monotonicClock.now() - health.awayMs(monotonicClock.now());
	const began = now();
	let isSure = false;
	for (const after of LOOK_AFTER_MS) {
		await monotonicClock.sleep(began + after - now(), cancelSignal(item));
		const lookedAt = now();
		const leftMs = began + LOOK_MS - lookedAt;
		if (leftMs <= 0) break;
		// The next look is the next try.
		const looking = within(lookingItem(item, leftMs), { maxTries: 1 });
		const found = await findNew({ ...invitation, item: looking }, before).catch(() => undefined);
		if (found !== undefined && found !== 'nothing') return found;
		// It has waited for the service as long as anyone does.
		if (found === undefined && health.isSuspect(monotonicClock.now())) break;
		isSure ||= found === 'nothing' && lookedAt - began >= SURELY_SHOWN_AFTER_MS;
	}
	return isSure ? 'nothing' : 'unclear';
}

/**
 * Keeps looking even if another item has made the execution fail, because the person may have been invited, but not for long, so it
 * goes ahead of other items. Waiting for a service that's away doesn't count.
 */
function lookingItem(item: InputItem, longestMs: number): InputItem {
	const timeoutMs = Math.min(item.budget.timeoutMs, longestMs);
	return within({ ...item, stopWaiting: undefined, place: 'ahead' }, { timeoutMs, maxRateLimitWaitMs: longestMs });
}

/** Any new assignment may come from the lost request, even one with a different name, because the assessment may have been renamed. */
async function findNew(invitation: Invitation, before?: Person): Promise<Found> {
	const idsBefore = before?.assignments.map((one) => one.userAssessmentId) ?? [];
	const person = personOf(invitation, await readUsers(invitation), []);
	const open = person?.assignments.filter(isOpen) ?? [];
	const added = open.filter(({ userAssessmentId }) => !idsBefore.includes(userAssessmentId));
	const found = added.find(({ isWanted }) => isWanted);
	if (person && found) return { userId: person.userId, userAssessmentId: found.userAssessmentId };
	return added.length === 0 ? 'nothing' : 'underOtherName';
}

/** Whether an assignment whose reusable link is lost is an error. Otherwise, it gets a link that works once, like an existing one. */
const NEEDS_REUSABLE_LINK = { assignAgain: true, fail: true, returnExisting: false, skip: true };

/** Leaves out links that have expired. Throws UserError if the reusable link is lost, because the next node would email an empty one. */
export async function withLinks(invitation: Invitation, made: Made, looking = invitation.item): Promise<Assigned> {
	const { item, ifAlreadyAssigned } = invitation;
	const { assigned } = made;
	if (assigned.singleAssessmentSignInUrl) {
		const isValid = (parseIsoTimestamp(assigned.signInUrlExpiresAt) ?? 0) > Date.now();
		return isValid ? assigned : { ...assigned, signInUrl: null, signInUrlExpiresAt: null };
	}
	// A deprecated version has no reusable links.
	if (!NEEDS_REUSABLE_LINK[ifAlreadyAssigned] || item.account.isDeprecated) return await withNewLink(looking, assigned);
	// If another item's error is shown instead, it's still owed.
	made.toldBy = item.stopWaiting?.aborted === true ? undefined : item.ofRun;
	throw new UserError(
		`The person was invited, but the service's response with the link was lost (userAssessmentId ${visible(assigned.userAssessmentId)})`,
		"To get a link that you can email, set 'If Already Assigned' to 'Assign Again' and run this item once more, which makes a second assignment. If the person is with you, use Sign-In Link: Create instead",
	);
}

/** Adds a link that works once, for a few minutes. */
export async function withNewLink(item: InputItem, assigned: Assigned): Promise<Assigned> {
	const { userId, userAssessmentId } = assigned;
	const link = await callEndpoint(item, 'createSignInToken', { userId, userAssessmentId });
	if (link !== null) return { ...assigned, signInUrl: link.signInUrl, signInUrlExpiresAt: link.expiresAt };
	const message = 'The service can no longer find the person who has the assessment';
	throw new UserError(message, 'Run the item again in two minutes');
}
