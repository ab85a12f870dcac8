/** The pure cores that the package's promises rest on, and the files they are made of. */
export const cores: Readonly<Record<string, readonly string[]>> = {
	signature: [
		'nodes/EnterpriseAssessmentTrigger/signature/signature.ts',
		'nodes/EnterpriseAssessmentTrigger/signature/signingKey.ts',
		'nodes/EnterpriseAssessmentTrigger/signature/requestTimestamp.ts',
		'nodes/api/specification/isoTimestamp.ts',
	],
	registration: [
		'nodes/EnterpriseAssessmentTrigger/registration/decision.ts',
		'nodes/EnterpriseAssessmentTrigger/registration/messages.ts',
		'nodes/EnterpriseAssessmentTrigger/registration/storedRegistration.ts',
		'nodes/EnterpriseAssessmentTrigger/registration/webhookAddress.ts',
	],
	cursor: [
		'nodes/EnterpriseAssessmentPollTrigger/newScores.ts',
		'nodes/EnterpriseAssessmentPollTrigger/window.ts',
		'nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts',
		'nodes/EnterpriseAssessmentPollTrigger/reportKey.ts',
		'nodes/EnterpriseAssessmentPollTrigger/scope.ts',
		'nodes/EnterpriseAssessmentPollTrigger/samples.ts',
		'nodes/EnterpriseAssessmentPollTrigger/triggerMemory.ts',
	],
	pacer: [
		'nodes/api/pacing/pacer.ts',
		'nodes/api/pacing/slots.ts',
		'nodes/api/pacing/sharing.ts',
		'nodes/api/pacing/limits.ts',
	],
	retry: ['nodes/api/request/retry.ts', 'nodes/api/outcome/outcome.ts'],
	listReader: [
		'nodes/api/request/listReader/listReader.ts',
		'nodes/api/request/listReader/surroundings.ts',
		'nodes/api/request/listReader/valueEnd.ts',
	],
	ledger: [
		'nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts',
		'nodes/EnterpriseAssessment/resources/assignment/ledger/attempts.ts',
		'nodes/EnterpriseAssessment/resources/assignment/ledger/openAssignments.ts',
		'nodes/EnterpriseAssessment/resources/assignment/ledger/person.ts',
		'nodes/EnterpriseAssessment/resources/assignment/ledger/assessmentNames.ts',
		'nodes/EnterpriseAssessment/resources/assignment/ledger/stillOpen.ts',
	],
	links: ['nodes/api/specification/links.ts'],
};
