import type { UserAssessmentRecord, UserRecord } from './records.ts';

/** What somebody who reads sees of states that change while the answer is made from an older copy. */

/** To be called right before a user assessment changes. */
export function keepPast(record: UserAssessmentRecord, now: number): void {
	record.past = [...record.past, { until: now, state: { ...record, past: [] } }];
}

/** To be called when a user assessment is new. */
export function keepAbsence(record: UserAssessmentRecord, now: number): void {
	record.past = [{ until: now, state: null }];
}

/** The user assessments as they were so long ago. */
export function asOf(user: UserRecord, lagMs: number, now: number): UserAssessmentRecord[] {
	if (lagMs === 0) return user.userAssessments;
	return user.userAssessments.flatMap((record) => {
		const past = record.past.find(({ until }) => until > now - lagMs);
		const state = past === undefined ? record : past.state;
		return state === null ? [] : [state];
	});
}

/** Whether the user was there so long ago. */
export const wasThere = ({ createdAt }: UserRecord, lagMs: number, now: number): boolean =>
	createdAt === null || createdAt <= now - lagMs;
