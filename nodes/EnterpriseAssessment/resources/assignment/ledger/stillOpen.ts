import { idKey } from '../../../../api/specification/ids';
import type { User } from '../../../../api/specification/types';
import { LATENESS_MS } from './attempts';
import { OPEN_STATUSES } from './ledger';
import type { OpenAssignment } from './openAssignments';

/**
 * Which of a user's assignments is still to be done, by the user's reports of this moment.
 *
 * @param assignments the first one that is open is taken
 * @param user null where the service knows none
 * @param now ms since the epoch
 * @returns `over`: those that turned out not to be open
 */
export function stillOpen(
	assignments: readonly OpenAssignment[],
	user: User | null,
	now: number,
): { open?: OpenAssignment; over: OpenAssignment[] } {
	const statuses = new Map(user?.scoreReports.map((report) => [idKey(report.userAssessmentId), report.status ?? '']));
	const isOpen = ({ userAssessmentId, knownSince }: OpenAssignment) => {
		const status = statuses.get(idKey(userAssessmentId));
		// A report may appear later than its assignment.
		return status === undefined ? now < knownSince + LATENESS_MS : OPEN_STATUSES.includes(status);
	};
	return { open: assignments.find(isOpen), over: assignments.filter((assignment) => !isOpen(assignment)) };
}
