import { within } from '../../../api/request/caller';
import type { Result } from '../../../api/request/failure';
import { readList } from '../../../api/request/readList';
import { valueOrThrow } from '../../../api/request/request';
import { isListFresh, SharedReadings } from '../../../api/request/sharedReadings';
import { DAY_MS, parseIsoTimestamp, type ScoreReport } from '../../../api/specification/values';
import type { InputItem } from '../../operation';

/** A time before any assignment, because POST /assignments requires a start date. */
export const BEGINNING = Date.UTC(2000, 0, 1);

/** What is owed was made within a day. Clocks differ. */
const NEW_MS = DAY_MS + 60 * 60_000;

/** How long a reading of new assignments counts, because people begin and finish meanwhile. */
const NEW_FRESH_MS = 10_000;

/** Assignments that no one has begun, by userAssessmentId. Their times are in ms since the epoch. */
type NotBegun = ReadonlyMap<string, { assignedAt: number; expiresAt: number }>;

// Both are for all executions, and live as long as the process.

const all = new SharedReadings<NotBegun>('listAssignments');

/** Those of the last day, or undefined if they couldn't be read. */
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
			const read = await readNotBegun(within(item, { maxTries: 1 }), Date.now() - NEW_MS);
			return { value: 'value' in read ? read.value : undefined };
		},
		isFresh: (_, ageMs) => ageMs < NEW_FRESH_MS,
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
