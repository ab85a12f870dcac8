import type { UserAssessmentRecord } from '../../../simulator/account/records.ts';
import { notStarted } from '../../../simulator/account/transitions.ts';

/** A TenPoint user assessment, not started, with what the test says differently. */
export function userAssessment(changes: Partial<UserAssessmentRecord> = {}): UserAssessmentRecord {
	const assigned: Parameters<typeof notStarted>[0] = {
		userAssessmentId: '00000000-0000-4000-8000-000000000001',
		userId: '00000000-0000-4000-8000-000000000002',
		assessment: {
			assessmentId: '00000000-0000-4000-8000-000000000003',
			name: 'English Speaking',
			assessmentType: 'TenPoint',
			kind: 'speaking',
		},
		assignedAt: 0,
		expiresAt: 1000,
	};
	return { ...notStarted(assigned), ...changes };
}
