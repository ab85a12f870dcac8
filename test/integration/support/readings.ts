import type { Settings } from '../../../simulator/index.ts';
import { SETTINGS } from '../../../simulator/settings.ts';

type Reading = Partial<Settings>;

const RECEIVING = 'webhookTrigger/receiving';
const POLLING = 'pollTrigger/*';
/** Without `inviteHistories`, which draws these settings at random itself. */
const ASSIGNING = ['action/inviting', 'action/invitingKnown', 'action/ifAlreadyAssigned'];
const INVITING = [...ASSIGNING, 'action/items'];
const OPERATIONS = ['action/operations', 'action/scores'];

/** Settings for where the specification is silent, and the test files that they can affect. */
const CONCERNED: ReadonlyArray<{ settings: Array<keyof Settings>; files: string[] }> = [
	{ settings: ['refusedRequestsCount', 'limitWindows', 'retryAfter'], files: ['pacing/waiting', 'pacing/faultMatrix'] },
	{ settings: ['appearAfterMs', 'assignToTwoUsers'], files: INVITING },
	{ settings: ['reportedNames', 'listOrder', 'pendingHasCompleted'], files: [...INVITING, POLLING] },
	{ settings: ['studentIdUnset'], files: [...OPERATIONS, 'pollTrigger/samples', RECEIVING] },
	{ settings: ['inProgressExpires', 'expiredAssignments'], files: ASSIGNING },
	{
		settings: ['completedFilterIncludesUnscored', 'completedFilterIncludesNeedsReview'],
		files: ['action/scores', 'action/hints', POLLING],
	},
	{ settings: ['deprecatedCompletedFilters'], files: ['action/deprecatedVersions', POLLING] },
	{
		settings: ['malformedEmail', 'emailsCompare', 'emailsStored', 'contradictoryIds', 'foreignUserAssessmentId'],
		files: [...ASSIGNING, ...OPERATIONS, 'action/badInput'],
	},
	{
		settings: ['errorItems', 'errorBody', 'problemErrorsMap', 'unauthorizedBody'],
		files: ['action/errors', 'action/badInput', 'action/items', 'webhookTrigger/registration'],
	},
	{ settings: ['groupCreatedStatus'], files: [...OPERATIONS, 'action/groups', 'action/items', 'action/errors'] },
	{ settings: ['exampleOverLimit', 'exampleRequiresContentType'], files: [...OPERATIONS, RECEIVING] },
	{ settings: ['contentDisposition'], files: ['action/files', 'action/downloadAll'] },
	{ settings: ['signingKeyForm', 'signingKeyBytes', 'timestampForm', 'redeliverUntilAccepted'], files: [RECEIVING] },
	{
		settings: ['utcOffsetMinutes'],
		files: ['action/ifAlreadyAssigned', ...OPERATIONS, POLLING, 'webhookTrigger/registration'],
	},
];

/** The possible values of a setting that is a choice. Empty for other settings. */
export function valuesOf(setting: keyof Settings): unknown[] {
	const schema: { enum?: unknown[]; type?: string } = SETTINGS[setting].schema;
	return schema.enum ?? (schema.type === 'boolean' ? [false, true] : []);
}

/** Every reading that isn't the simulator's default. For settings that aren't a choice, some. */
export const READINGS: readonly Reading[] = [
	...CONCERNED.flatMap(({ settings }) => settings).flatMap((name): Reading[] =>
		valuesOf(name)
			.filter((value) => value !== SETTINGS[name].usual)
			.map((value) => ({ [name]: value })),
	),
	{ appearAfterMs: { assignments: 1000, score: 1000, scores: 1000 } },
	{ appearAfterMs: { assignments: 1000, score: 0, scores: 0 } },
	{ appearAfterMs: { assignments: 0, score: 1000, scores: 1000 } },
	{ redeliverUntilAccepted: { intervalMs: 100, maxAttempts: 3 } },
	{ utcOffsetMinutes: -210 },
];

export const nameOf = (reading: Reading): string => JSON.stringify(reading);

/** The reading that the environment variable READING names, or the default. */
export function settingsOfReading(): Reading {
	const { READING = '{}' } = process.env;
	const reading = [{}, ...READINGS].find((one) => nameOf(one) === READING);
	if (reading === undefined) throw new Error(`No reading is called '${READING}'`);
	// Only a key in hex can be read as hex.
	return reading.signingKeyBytes === 'hex' ? { ...reading, signingKeyForm: 'hex' } : reading;
}

/** No files for new names, because the nodes' tests look for reports by name. */
export function filesConcerned(reading: Reading): string[] {
	if (reading.reportedNames === 'renamed') return [];
	const concerned = CONCERNED.filter(({ settings }) => settings.some((name) => name in reading));
	return concerned.flatMap(({ files }) => files.map((file) => `test/integration/${file}.test.ts`));
}
