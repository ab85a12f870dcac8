/** The `data` of a user-assessment-scored event. */
export const SCORED = {
	userId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162',
	scoreReports: [
		{
			userAssessmentId: '7d1e0000-0000-4000-8000-000000000001',
			status: 'Completed',
			completed: '2026-11-21T04:14:00.1234567+00:00',
			score: 7.5,
			placement: null,
		},
	],
};
