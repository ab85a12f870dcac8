/** What mutation testing changes, and the tests that are to notice. */
export interface Target {
	readonly files: readonly string[];
	/** Patterns. */
	readonly tests: readonly string[];
	/** The tests need so many per cent of the mutants to be noticed. */
	readonly least: number;
}

function core(...files: string[]): Target {
	return { files, tests: ['test/unit/**/*.test.ts'], least: 85 };
}

/** @param tests by folder or name, in test/ */
function shell(files: readonly string[], tests: readonly string[]): Target {
	return { files, tests: tests.map((name) => `test/${name}.test.ts`), least: 80 };
}

/** The pure cores that the package's promises rest on, by the unit tests. */
export const cores: Readonly<Record<string, Target>> = {
	signature: core(
		'nodes/EnterpriseAssessmentTrigger/signature/signature.ts',
		'nodes/EnterpriseAssessmentTrigger/signature/signingKey.ts',
		'nodes/EnterpriseAssessmentTrigger/signature/requestTimestamp.ts',
		'nodes/api/specification/isoTimestamp.ts',
	),
	registration: core(
		'nodes/EnterpriseAssessmentTrigger/registration/decision.ts',
		'nodes/EnterpriseAssessmentTrigger/registration/errors.ts',
	),
	event: core(
		'nodes/EnterpriseAssessmentTrigger/receiving/event.ts',
		'nodes/EnterpriseAssessmentTrigger/receiving/handled.ts',
	),
	cursor: core(
		'nodes/EnterpriseAssessmentPollTrigger/cursor.ts',
		'nodes/EnterpriseAssessmentPollTrigger/newScores.ts',
		'nodes/EnterpriseAssessmentPollTrigger/samples.ts',
	),
	pacer: core(
		'nodes/api/pacing/pacer.ts',
		'nodes/api/pacing/slots.ts',
		'nodes/api/pacing/sharing.ts',
		'nodes/api/pacing/limits.ts',
	),
	retry: core('nodes/api/request/retry.ts', 'nodes/api/outcome/outcome.ts'),
	listReader: core('nodes/api/request/listReader.ts'),
	inviting: core('nodes/EnterpriseAssessment/resources/assignment/names.ts'),
	links: core('nodes/api/specification/links.ts'),
};

/** What stands between the cores and n8n, by the integration tests that concern it. */
export const shells: Readonly<Record<string, Target>> = {
	registrar: shell(
		[
			'nodes/EnterpriseAssessmentTrigger/registration/registration.ts',
			'nodes/EnterpriseAssessmentTrigger/registration/ownRegistration.ts',
			'nodes/api/webhook/changeWebhook.ts',
		],
		['integration/webhookTrigger/*', 'integration/action/webhook'],
	),
	receive: shell(
		['nodes/EnterpriseAssessmentTrigger/receiving/receive.ts'],
		['receiving', 'registration', 'testing'].map((name) => `integration/webhookTrigger/${name}`),
	),
	poll: shell(
		['nodes/EnterpriseAssessmentPollTrigger/poll.ts', 'nodes/EnterpriseAssessmentPollTrigger/readReports.ts'],
		['poll', 'state', 'samples'].map((name) => `integration/pollTrigger/${name}`),
	),
	request: shell(
		['nodes/api/request/request.ts', 'nodes/api/request/exchange.ts', 'nodes/api/request/run.ts'],
		[
			...['pacing/waiting', 'pacing/faultMatrix', 'pacing/hint'].map((name) => `integration/${name}`),
			...['errors', 'transport', 'unexpectedAnswers', 'files', 'editorLists', 'webhook', 'items'].map(
				(name) => `integration/action/${name}`,
			),
		],
	),
	runItems: shell(
		['nodes/EnterpriseAssessment/runner/runItems.ts', 'nodes/EnterpriseAssessment/runner/pacingHint.ts'],
		[
			...['unit/pacing/pacingHint', 'integration/pacing/hint', 'integration/pacing/waiting'],
			...['items', 'hints', 'badInput'].map((name) => `integration/action/${name}`),
		],
	),
	download: shell(
		['nodes/api/download/download.ts', 'nodes/api/download/fileName.ts'],
		['unit/api/fileName', 'integration/action/files', 'integration/action/downloadAll'],
	),
};

/** @param name a target's, or a file's, whose lines may follow: `file.ts:10-20` */
export function targetOf(name: string): Target {
	const known = cores[name] ?? shells[name];
	if (known !== undefined) return known;
	const [file = name] = name.split(':');
	const around = Object.values({ ...cores, ...shells }).find(({ files }) => files.includes(file));
	return { ...(around ?? core()), files: [name] };
}
