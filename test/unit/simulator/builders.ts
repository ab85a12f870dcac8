import type { UserAssessmentRecord } from '../../../simulator/records.ts';

/** A TenPoint user assessment, not started, with what the test says differently. */
export function userAssessment(changes: Partial<UserAssessmentRecord> = {}): UserAssessmentRecord {
	return {
		userAssessmentId: '00000000-0000-4000-8000-000000000001',
		userId: '00000000-0000-4000-8000-000000000002',
		assessment: {
			assessmentId: '00000000-0000-4000-8000-000000000003',
			name: 'English Speaking',
			assessmentType: 'TenPoint',
			kind: 'speaking',
		},
		status: 'NotStarted',
		assignedAt: 0,
		expiresAt: 1000,
		startedAt: null,
		completedAt: null,
		score: 0,
		placement: null,
		diagnosticInfo: [],
		openResponses: [],
		writingResponses: [],
		surveyItems: [],
		subScores: null,
		assessmentVersion: null,
		certificateFileId: null,
		returnUrl: null,
		overrides: {},
		...changes,
	};
}
