import { monotonicClock } from '../../../api/pacing/clock';
import { readList } from '../../../api/request/readList';
import { waitFor } from '../../../api/request/waiting';
import { parseIsoTimestamp } from '../../../api/specification/values';
import type { InputItem } from '../../operation';
import { BEGINNING } from './expiry';
import { identifierKeys, identifiersOf } from './identity';
import type { Invitation } from './person';

// Saves a request for each new person. Inviting also works without this file and its call in invite.ts.

/** How long to use the list before reading what was added, because other systems also assign. */
const EVERYONE_FRESH_MS = 10_000;

/** Each reading overlaps the last one by this much, because clocks differ and assignments show up late. */
const OVERLAP_MS = 60 * 60_000;

/** Everyone who was ever assigned anything in an account. */
interface EverAssigned {
	/** As `identifierKeys` returns them. */
	keys: Set<string>;
	/** Where the next reading begins, in ms since the epoch. */
	from: number;
	readAt: number;
	/** Resolves to whether the keys are complete. */
	reading: Promise<boolean>;
	/** Whether reading all of it took too long, so it isn't read again. */
	isTooLarge?: boolean;
}

/** By the object in which n8n keeps a node's data during one execution, through all rounds of a loop, and by account. */
const executions = new WeakMap<object, Map<string, EverAssigned>>();

/** Whether the person was certainly never assigned anything. */
export async function isSurelyNew({ item, identifiers }: Invitation): Promise<boolean> {
	const execution = item.context.getContext('node');
	const accounts = executions.get(execution) ?? new Map<string, EverAssigned>();
	executions.set(execution, accounts);
	const { id } = item.account;
	const ever = accounts.get(id) ?? { keys: new Set(), from: BEGINNING, readAt: 0, reading: Promise.resolve(false) };
	accounts.set(id, ever);
	if (monotonicClock.now() - ever.readAt >= EVERYONE_FRESH_MS) {
		ever.readAt = monotonicClock.now();
		ever.reading = ever.reading.then(async () => await readAdded(item, ever));
	}
	const isComplete = await waitFor(item, 'listAssignments', ever.reading);
	return 'value' in isComplete && isComplete.value && !identifierKeys(identifiers).some((key) => ever.keys.has(key));
}

/** If the list can't be read now, each person is looked up until it can. */
async function readAdded(item: InputItem, ever: EverAssigned): Promise<boolean> {
	if (ever.isTooLarge === true) return false;
	// Only tried once, because the account can be too large.
	const once = { ...item, budget: { ...item.budget, maxTries: 1 } };
	const body = { assignedOnOrAfter: new Date(ever.from).toISOString() };
	const began = Date.now();
	let newest = ever.from;
	const read = await readList(once, { endpoint: 'listAssignments', body }, (one) => {
		newest = Math.max(newest, parseIsoTimestamp(one.assignedAt) ?? ever.from);
		return identifierKeys(identifiersOf(one));
	});
	if ('kind' in read) {
		ever.isTooLarge = read.kind === 'unanswered' && ever.from === BEGINNING;
		return false;
	}
	for (const key of read.value.values) ever.keys.add(key);
	ever.from = Math.max(ever.from, Math.min(began, newest) - OVERLAP_MS);
	return true;
}
