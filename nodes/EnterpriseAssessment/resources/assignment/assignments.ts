import { monotonicClock } from '../../../api/pacing/clock';
import { within } from '../../../api/request/caller';
import type { Result } from '../../../api/request/failure';
import { readList } from '../../../api/request/readList';
import { valueOrThrow } from '../../../api/request/request';
import { isListFresh, SharedReadings } from '../../../api/request/sharedReadings';
import { DAY_MS, parseIsoTimestamp, type ScoreReport } from '../../../api/specification/values';
import type { InputItem } from '../../operation';
import { identifierKeys, type Identifiers, identifiersOf } from './identity';

// What POST /assignments says about everyone in an account, read once for many items.

/** A time before any assignment, because a start date is required. */
const BEGINNING = Date.UTC(2000, 0, 1);

/** Readings overlap by this much, because clocks differ and assignments show up late. */
const OVERLAP_MS = 60 * 60_000;

/** How long a reading counts, because meanwhile people begin and finish, and other systems assign. */
const FRESH_MS = 10_000;

/** Assignments that no one has begun, by userAssessmentId. Their times are in ms since the epoch. */
type NotBegun = ReadonlyMap<string, { assignedAt: number; expiresAt: number }>;

// Both are for all executions, and live as long as the process.

const all = new SharedReadings<NotBegun>('listAssignments');

/** Those of the last day, in which all that's owed was made, or undefined if they couldn't be read. */
const newOnes = new SharedReadings<NotBegun | undefined>('listAssignments');

/**
 * Whether an assignment has expired. Only one that wasn't begun can, and only POST /assignments shows when. One that's missing there
 * is too new to have expired, or the service leaves out those that have, which we can't tell.
 */
export async function hasExpired(item: InputItem, { userAssessmentId, status }: ScoreReport): Promise<boolean> {
	if (status !== 'NotStarted' || item.account.isDeprecated) return false;
	const result = await all.get(item, {
		read: async () => await readNotBegun(item, BEGINNING),
		// An older reading can't prove that an assignment has expired, because its expiry date can change.
		isFresh: (known, ageMs) =>
			isListFresh(known.has(userAssessmentId), ageMs) || (known.get(userAssessmentId)?.expiresAt ?? 0) > Date.now(),
	});
	return (valueOrThrow(item, result).get(userAssessmentId)?.expiresAt ?? Number.POSITIVE_INFINITY) <= Date.now();
}

/** When an assignment was made. Undefined if that's more than a day ago, if it was begun, or if the service doesn't show it. */
export async function newlyAssignedAt(item: InputItem, userAssessmentId: string): Promise<number | undefined> {
	if (item.account.isDeprecated) return undefined;
	const result = await newOnes.get(item, {
		async read() {
			// Only tried once, because each person can be looked up instead.
			const read = await readNotBegun(within(item, { maxTries: 1 }), Date.now() - DAY_MS - OVERLAP_MS);
			return { value: 'value' in read ? read.value : undefined };
		},
		isFresh: (_, ageMs) => ageMs < FRESH_MS,
	});
	return 'value' in result ? result.value?.get(userAssessmentId)?.assignedAt : undefined;
}

async function readNotBegun(item: InputItem, since: number): Promise<Result<NotBegun>> {
	const body = { assignedOnOrAfter: new Date(since).toISOString(), statuses: ['NotStarted'] };
	const read = await readList(item, { endpoint: 'listAssignments', body }, (one) => {
		const assignedAt = parseIsoTimestamp(one.assignedAt) ?? 0;
		const expiresAt = parseIsoTimestamp(one.expiresAt) ?? Number.POSITIVE_INFINITY;
		return [[one.userAssessmentId, { assignedAt, expiresAt }] as const];
	});
	return 'value' in read ? { value: new Map(read.value.values) } : read;
}

// The rest saves a request for each new person. Inviting also works without it and its call in invite.ts.

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
export async function isSurelyNew(item: InputItem, identifiers: Identifiers): Promise<boolean> {
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
	const freshUntil = monotonicClock.now() + FRESH_MS;
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
