import { readList } from '../../../api/request/readList';
import { valueOrThrow } from '../../../api/request/request';
import { isListFresh, SharedReadings } from '../../../api/request/sharedReadings';
import type { ScoreReport } from '../../../api/specification/types';
import { parseIsoTimestamp } from '../../../api/specification/values';
import type { InputItem } from '../../operation';

/** A time before any assignment, because POST /assignments requires a start date. */
export const BEGINNING = Date.UTC(2000, 0, 1);

/**
 * The expiry dates of an account's assignments that no one has begun, in ms since the epoch, by userAssessmentId. For all
 * executions. Lives as long as the process.
 */
const expiries = new SharedReadings<ReadonlyMap<string, number>>('listAssignments');

/**
 * Whether an assignment has expired. Only one that wasn't begun can, and only POST /assignments shows when. One that's missing there
 * is too new to have expired, or the service leaves out those that have, which we can't tell.
 */
export async function hasExpired(item: InputItem, { userAssessmentId, status }: ScoreReport): Promise<boolean> {
	if (status !== 'NotStarted' || item.account.isDeprecated) return false;
	const body = { assignedOnOrAfter: new Date(BEGINNING).toISOString(), statuses: ['NotStarted'] };
	const result = await expiries.get(item, {
		async read() {
			const read = await readList(item, { endpoint: 'listAssignments', body }, (one) => [
				[one.userAssessmentId, parseIsoTimestamp(one.expiresAt) ?? Number.POSITIVE_INFINITY] as const,
			]);
			return 'value' in read ? { value: new Map(read.value.values) } : read;
		},
		// An older reading can't prove that an assignment has expired, because its expiry date can change.
		isFresh: (known, ageMs) =>
			isListFresh(known.has(userAssessmentId), ageMs) || (known.get(userAssessmentId) ?? 0) > Date.now(),
	});
	return (valueOrThrow(item, result).get(userAssessmentId) ?? Number.POSITIVE_INFINITY) <= Date.now();
}
