import { monotonicClock } from '../../../api/pacing/clock';
import { within } from '../../../api/request/caller';
import { readList } from '../../../api/request/readList';
import { SharedReadings } from '../../../api/request/sharedReadings';
import { parseIsoTimestamp } from '../../../api/specification/values';
import type { InputItem } from '../../operation';
import { identifierKeys, identifiersOf } from './identity';
import { BEGINNING } from './notBegun';
import type { Invitation } from './person';

// Saves a request for each new person. Inviting also works without this file and its call in invite.ts.

/** How long to use the list before reading what was added, because other systems also assign. */
const EVERYONE_FRESH_MS = 10_000;

/** Each reading overlaps the last one by this much, because clocks differ and assignments show up late. */
const OVERLAP_MS = 60 * 60_000;

/** How much to read at most for each row, so that a large account isn't read for a short list. */
const BYTES_PER_ROW = 100_000;

/** Everyone who was ever assigned anything in an account. */
interface EverAssigned {
	/** As `identifierKeys` returns them. */
	keys: Set<string>;
	/** Where the next reading begins, in ms since the epoch. */
	from: number;
	/** Counts from the beginning of the reading, because what's assigned while a long list arrives isn't in it. */
	freshUntil: number;
	/** False after a reading has failed. */
	isComplete: boolean;
	/** How much was read so far. */
	bytes: number;
}

/** By the item's `execution`. */
const executions = new WeakMap<object, SharedReadings<EverAssigned>>();

/** Whether the person was certainly never assigned anything. */
export async function isSurelyNew({ item, identifiers }: Invitation): Promise<boolean> {
	const readings = executions.get(item.execution) ?? new SharedReadings<EverAssigned>('listAssignments');
	executions.set(item.execution, readings);
	const read = await readings.get(item, {
		read: async (last) => ({ value: await readAdded(item, last) }),
		// Those who waited for a long reading use it, too.
		isFresh: ({ freshUntil }, ageMs) => ageMs < 1_000 || monotonicClock.now() < freshUntil,
	});
	if ('kind' in read || !read.value.isComplete) return false;
	return !identifierKeys(identifiers).some((key) => read.value.keys.has(key));
}

/** After a failure, each person is looked up instead, until the next reading. */
async function readAdded(item: InputItem, last: Partial<EverAssigned> = {}): Promise<EverAssigned> {
	const { keys = new Set(), from = BEGINNING, bytes = 0 } = last;
	// Only tried once, because the account can be too large.
	const once = within(item, { maxTries: 1 });
	const body = { assignedOnOrAfter: new Date(from).toISOString() };
	const began = Date.now();
	const freshUntil = monotonicClock.now() + EVERYONE_FRESH_MS;
	let newest = from;
	const mostBytes = BYTES_PER_ROW * item.context.getInputData().length - bytes;
	const read = await readList(once, { endpoint: 'listAssignments', body, selection: { mostBytes } }, (one) => {
		newest = Math.max(newest, parseIsoTimestamp(one.assignedAt) ?? from);
		return identifierKeys(identifiersOf(one));
	});
	// If the list didn't arrive completely, it's probably too long, too.
	const isTooLong = 'kind' in read ? read.kind === 'unanswered' && from === BEGINNING : read.value.bytes > mostBytes;
	if ('kind' in read || isTooLong) {
		// A list that's too long isn't read again in this execution.
		return { keys, from, bytes, freshUntil: isTooLong ? Number.POSITIVE_INFINITY : freshUntil, isComplete: false };
	}
	for (const key of read.value.values) keys.add(key);
	const next = Math.max(from, Math.min(began, newest) - OVERLAP_MS);
	return { keys, from: next, bytes: bytes + read.value.bytes, freshUntil, isComplete: true };
}
