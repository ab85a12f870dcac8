import { within } from '../../../api/request/caller';
import { readList } from '../../../api/request/readList';
import { SharedReadings } from '../../../api/request/sharedReadings';
import type { Assignment, ScoreReport } from '../../../api/specification/types';
import { DAY_MS } from '../../../api/specification/values';
import type { InputItem } from '../../operation';

/** How long a reading counts, because people begin and finish meanwhile. */
const FRESH_MS = 10_000;

/** What is owed was made within a day. Clocks differ. */
const SINCE_MS = DAY_MS + 60 * 60_000;

/** What POST /assignments shows of a new assignment. */
type NewReport = ScoreReport & Pick<Assignment, 'assignedAt'>;

/** The account's new assignments by userAssessmentId, or undefined if they couldn't be read. For all executions. Lives as long as the process. */
const readings = new SharedReadings<ReadonlyMap<string, NewReport> | undefined>('listAssignments');

/** An assignment of the last day, as the service shows it to all items at once. Undefined if it doesn't. */
export async function newReport(item: InputItem, userAssessmentId: string): Promise<NewReport | undefined> {
	if (item.account.isDeprecated) return undefined;
	const read = await readings.get(item, {
		async read() {
			const body = { assignedOnOrAfter: new Date(Date.now() - SINCE_MS).toISOString() };
			// Only tried once, because each person can be looked up instead.
			const once = within(item, { maxTries: 1 });
			const list = await readList(once, { endpoint: 'listAssignments', body }, (one): NewReport[] => {
				const { userAssessmentId, userAssessmentStatus: status, assignedAt } = one;
				return [{ userAssessmentId, status, assignedAt }];
			});
			return {
				value: 'value' in list ? new Map(list.value.values.map((one) => [one.userAssessmentId, one])) : undefined,
			};
		},
		isFresh: (_, ageMs) => ageMs < FRESH_MS,
	});
	return 'value' in read ? read.value?.get(userAssessmentId) : undefined;
}
