/** The pure cores that the package's promises rest on, and the files they are made of. */
export const cores: Readonly<Record<string, readonly string[]>> = {
	signature: [
		'nodes/EnterpriseAssessmentTrigger/signature.ts',
		'nodes/EnterpriseAssessmentTrigger/hmacKeys.ts',
		'nodes/EnterpriseAssessmentTrigger/signingKey.ts',
		'nodes/EnterpriseAssessmentTrigger/requestTimestamp.ts',
		'nodes/api/isoTimestamp.ts',
	],
	registration: [
		'nodes/EnterpriseAssessmentTrigger/registration.ts',
		'nodes/EnterpriseAssessmentTrigger/registrationMessages.ts',
		'nodes/EnterpriseAssessmentTrigger/storedRegistration.ts',
		'nodes/EnterpriseAssessmentTrigger/webhookAddress.ts',
	],
	cursor: [
		'nodes/EnterpriseAssessmentPollTrigger/cursor.ts',
		'nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts',
		'nodes/EnterpriseAssessmentPollTrigger/reportKey.ts',
		'nodes/EnterpriseAssessmentPollTrigger/scope.ts',
		'nodes/EnterpriseAssessmentPollTrigger/samples.ts',
	],
	pacer: [
		'nodes/api/pacing/pacer.ts',
		'nodes/api/pacing/line.ts',
		'nodes/api/pacing/places.ts',
		'nodes/api/pacing/slowDown.ts',
		'nodes/api/pacing/travel.ts',
		'nodes/api/pacing/limits.ts',
	],
	retry: ['nodes/api/pacing/retry.ts', 'nodes/api/outcome.ts'],
	links: ['nodes/api/links.ts'],
};
