import { assignmentStatus } from './represent.ts';
import type { UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { hasExpired } from '../account/transitions.ts';
import type { Clock } from '../clock.ts';
import type { AssignmentStatus, Status } from '../../specification/types.d.ts';
import type { Settings } from '../settings.ts';
import { instantOf, type Instant } from '../timestamps.ts';

/** A range that includes both ends ("OnOrAfter", "OnOrBefore"). A null end is open. */
export interface Range {
	from: Instant | null;
	to: Instant | null;
}

export interface ScoresFilter {
	/** All users if null or empty. */
	groupIds: string[] | null;
	started: Range;
	completed: Range;
	includeIncompleteAssessments: boolean;
	/** The reports that a completed* filter includes in addition to scored ones. The specification doesn't say. */
	completedFilterIncludes: readonly Status[];
}

const isOpen = ({ from, to }: Range): boolean => from === null && to === null;

function within(at: number | null, range: Range): boolean {
	if (isOpen(range)) return true;
	if (at === null) return false;
	const instant = instantOf(at);
	return (range.from === null || instant >= range.from) && (range.to === null || instant <= range.to);
}

function reportMatches(record: UserAssessmentRecord, filter: ScoresFilter): boolean {
	if (!within(record.startedAt, filter.started) || !within(record.completedAt, filter.completed)) return false;
	if (record.status === 'Completed') return true;
	return isOpen(filter.completed)
		? filter.includeIncompleteAssessments
		: filter.completedFilterIncludes.includes(record.status);
}

/** The users with a matching report, each with only the matching reports. */
export function filterScores(
	users: readonly UserRecord[],
	reportsOf: (user: UserRecord) => UserAssessmentRecord[],
	filter: ScoresFilter,
): Array<{ user: UserRecord; reports: UserAssessmentRecord[] }> {
	const { groupIds } = filter;
	return users
		.filter((user) => !groupIds?.length || groupIds.some((groupId) => user.groupIds.has(groupId)))
		.map((user) => ({ user, reports: reportsOf(user).filter((record) => reportMatches(record, filter)) }))
		.filter(({ reports }) => reports.length > 0);
}

/** @param statuses all if empty */
export function assignmentMatches(
	record: UserAssessmentRecord,
	assigned: Range,
	statuses: AssignmentStatus[],
	{ settings, clock }: Readonly<{ settings: Settings; clock: Clock }>,
): boolean {
	if (settings.expiredAssignments === 'leftOut' && hasExpired(record, clock.now(), settings)) return false;
	return within(record.assignedAt, assigned) && (statuses.length === 0 || statuses.includes(assignmentStatus(record)));
}
