import type { Settings } from '../../../simulator/index.ts';

/** Parts of test/integration that a reading can concern. */
export type Suite = 'action' | 'pacing' | 'pollTrigger' | 'webhookTrigger';

/** One way to understand the specification where it is silent, and whose tests it concerns. */
export interface Reading {
	settings: Partial<Settings>;
	/** A whole suite, or those of its files that the reading can make a difference to. */
	concerns: Partial<Record<Suite, 'all' | readonly string[]>>;
}

const late = (ms: number): Settings['appearAfterMs'] => ({ assignments: ms, score: ms, scores: ms });

const ERRORS: Reading['concerns'] = {
	action: ['errors', 'unexpectedAnswers', 'badInput'],
	webhookTrigger: ['registration'],
};
const RECEIVING: Reading['concerns'] = { webhookTrigger: ['receiving', 'testing'] };
/** The random histories of inviting draw lateness and names themselves. */
const INVITING: Reading['concerns'] = { action: ['inviting', 'invitingKnown', 'ifAlreadyAssigned', 'items'] };
const PERSONS: Reading['concerns'] = {
	action: ['inviting', 'invitingKnown', 'ifAlreadyAssigned', 'operations', 'scores', 'badInput'],
};
const POLLING: Reading['concerns'] = { pollTrigger: 'all' };
const ORDER: Reading['concerns'] = { ...INVITING, ...POLLING };
const STUDENT: Reading['concerns'] = {
	action: ['operations', 'scores'],
	pollTrigger: ['samples'],
	webhookTrigger: ['receiving'],
};
const LIMITS: Reading['concerns'] = { pacing: ['waiting', 'hint', 'faultMatrix'] };

/** Every reading that differs from the simulator's own, by a name for the table. */
export const READINGS: Readonly<Record<string, Reading>> = {
	'refused requests count': { settings: { refusedRequestsCount: true }, concerns: LIMITS },
	'fixed windows': { settings: { limitWindows: 'fixed' }, concerns: LIMITS },
	'token bucket': { settings: { limitWindows: 'tokenBucket' }, concerns: LIMITS },
	'Retry-After in seconds': { settings: { retryAfter: 'seconds' }, concerns: LIMITS },
	'Retry-After as a date': { settings: { retryAfter: 'httpDate' }, concerns: LIMITS },
	'what is new appears late': {
		settings: { appearAfterMs: late(1000) },
		concerns: INVITING,
	},
	'late in /assignments': {
		settings: { appearAfterMs: { assignments: 1000, score: 0, scores: 0 } },
		concerns: INVITING,
	},
	'late in /score': {
		settings: { appearAfterMs: { assignments: 0, score: 1000, scores: 1000 } },
		concerns: INVITING,
	},
	'names with a trailing blank': {
		settings: { reportedNames: 'trailingBlank' },
		concerns: { ...INVITING, ...POLLING },
	},
	'names in another case': { settings: { reportedNames: 'otherCase' }, concerns: { ...INVITING, ...POLLING } },
	'lists newest first': { settings: { listOrder: 'newestFirst' }, concerns: ORDER },
	'lists in no order': { settings: { listOrder: 'random' }, concerns: ORDER },
	'studentId null': { settings: { studentIdUnset: 'null' }, concerns: STUDENT },
	'studentId absent': { settings: { studentIdUnset: 'absent' }, concerns: STUDENT },
	'ScorePending without completed': {
		settings: { pendingHasCompleted: false },
		concerns: { ...INVITING, ...POLLING },
	},
	'completed* returns unscored': { settings: { completedFilterIncludesUnscored: true }, concerns: POLLING },
	'completed* returns NeedsReview': { settings: { completedFilterIncludesNeedsReview: true }, concerns: POLLING },
	'beta applies completed*': {
		settings: { deprecatedCompletedFilters: 'applied' },
		concerns: { action: ['deprecatedVersions'], ...POLLING },
	},
	'beta refuses completed*': {
		settings: { deprecatedCompletedFilters: 'rejected' },
		concerns: { action: ['deprecatedVersions'], ...POLLING },
	},
	'malformed e-mail accepted': { settings: { malformedEmail: 'accepted' }, concerns: PERSONS },
	'e-mail with case': { settings: { emailsCompare: 'exactly' }, concerns: PERSONS },
	'e-mail stored in lower case': { settings: { emailsStored: 'lowerCase' }, concerns: PERSONS },
	'403 for ids of others': {
		settings: { contradictoryIds: 403 },
		concerns: PERSONS,
	},
	'two users: the one of the address': { settings: { assignToTwoUsers: 'byEmail' }, concerns: INVITING },
	'two users: the one of the identifier': { settings: { assignToTwoUsers: 'byIdentifier' }, concerns: INVITING },
	'204 for ids of others': { settings: { foreignUserAssessmentId: 204 }, concerns: PERSONS },
	'errors as texts': { settings: { errorItems: 'strings', unauthorizedBody: 'text' }, concerns: ERRORS },
	'errors by property': {
		settings: { errorItems: 'propertyErrorMessage', unauthorizedBody: 'errors' },
		concerns: ERRORS,
	},
	'errors as a bare array': {
		settings: { errorBody: 'bareArray', problemErrorsMap: false, unauthorizedBody: 'html' },
		concerns: ERRORS,
	},
	'created is 201': {
		settings: { groupCreatedStatus: 201 },
		concerns: { action: ['operations', 'scores', 'items', 'errors'] },
	},
	'examples ignored over limit': {
		settings: { exampleOverLimit: 'ignored', exampleRequiresContentType: true },
		concerns: { action: ['operations', 'scores', 'webhook'], webhookTrigger: ['testing'] },
	},
	'files named in RFC 5987': {
		settings: { contentDisposition: 'extended' },
		concerns: { action: ['files', 'downloadAll'] },
	},
	'files without a name': { settings: { contentDisposition: 'none' }, concerns: { action: ['files', 'downloadAll'] } },
	'files named dangerously': {
		settings: { contentDisposition: 'traversal' },
		concerns: { action: ['files', 'downloadAll'] },
	},
	'key is base64': { settings: { signingKeyBytes: 'base64' }, concerns: RECEIVING },
	'key is hex': { settings: { signingKeyForm: 'hex', signingKeyBytes: 'hex' }, concerns: RECEIVING },
	'key is a text': { settings: { signingKeyForm: 'text' }, concerns: RECEIVING },
	'event time with an offset': { settings: { timestampForm: 'isoOffset' }, concerns: RECEIVING },
	'event time in seconds': { settings: { timestampForm: 'unixSeconds' }, concerns: RECEIVING },
	'event time in ms': { settings: { timestampForm: 'unixMilliseconds' }, concerns: RECEIVING },
	'event time as in HTTP': { settings: { timestampForm: 'httpDate' }, concerns: RECEIVING },
	'event time as in .NET': { settings: { timestampForm: 'dotNet' }, concerns: RECEIVING },
	'event time with AM and PM': { settings: { timestampForm: 'dotNetShort' }, concerns: RECEIVING },
	'event time with a blank': { settings: { timestampForm: 'spaced' }, concerns: RECEIVING },
	'failed events are repeated': {
		settings: { redeliverUntilAccepted: { intervalMs: 100, maxAttempts: 3 } },
		concerns: RECEIVING,
	},
	'times at another offset': {
		settings: { utcOffsetMinutes: -210 },
		concerns: { action: ['ifAlreadyAssigned', 'operations', 'scores'], ...POLLING, webhookTrigger: ['registration'] },
	},
};

/** The settings of the reading that the tests run under, which the environment names; none for the usual run. */
export function settingsOfReading(): Partial<Settings> {
	const { READING = '' } = process.env;
	if (READING === '') return {};
	const reading = READINGS[READING];
	if (reading === undefined) throw new Error(`No reading is called '${READING}'`);
	return reading.settings;
}

/** The test files that a reading concerns. */
export function filesConcerned({ concerns }: Reading): string[] {
	return Object.entries(concerns).flatMap(([suite, files]) =>
		(files === 'all' ? ['*'] : files).map((file) => `test/integration/${suite}/${file}.test.ts`),
	);
}
