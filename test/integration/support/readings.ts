import type { Settings } from '../../../simulator/index.ts';

/** Parts of test/integration that a reading can affect. */
export type Suite = 'action' | 'pacing' | 'pollTrigger' | 'webhookTrigger';

/** One interpretation of the specification where it is silent, and the test files that it can affect. */
type Reading = readonly [settings: Partial<Settings>, ...files: string[]];

const ERRORS = ['action/errors', 'action/badInput', 'action/items', 'webhookTrigger/registration'];
const RECEIVING = ['webhookTrigger/receiving'];
/** The random histories of inviting choose lateness and names themselves. */
const ASSIGNING = ['action/inviting', 'action/invitingKnown', 'action/ifAlreadyAssigned'];
const INVITING = [...ASSIGNING, 'action/items'];
const PERSONS = [...ASSIGNING, 'action/operations', 'action/scores', 'action/badInput'];
const POLLING = ['pollTrigger/*'];
const STUDENT = ['action/operations', 'action/scores', 'pollTrigger/samples', 'webhookTrigger/receiving'];
const LIMITS = ['pacing/waiting', 'pacing/faultMatrix'];
const FILES = ['action/files', 'action/downloadAll'];
const BETA = ['action/deprecatedVersions', ...POLLING];

/** Every reading that differs from the simulator's default, by its name in the table. */
export const READINGS: Readonly<Record<string, Reading>> = {
	'refused requests count': [{ refusedRequestsCount: true }, ...LIMITS],
	'fixed windows': [{ limitWindows: 'fixed' }, ...LIMITS],
	'token bucket': [{ limitWindows: 'tokenBucket' }, ...LIMITS],
	'Retry-After in seconds': [{ retryAfter: 'seconds' }, ...LIMITS],
	'Retry-After as a date': [{ retryAfter: 'httpDate' }, ...LIMITS],
	'what is new appears late': [{ appearAfterMs: { assignments: 1000, score: 1000, scores: 1000 } }, ...INVITING],
	'late in /assignments': [{ appearAfterMs: { assignments: 1000, score: 0, scores: 0 } }, ...INVITING],
	'late in /score': [{ appearAfterMs: { assignments: 0, score: 1000, scores: 1000 } }, ...INVITING],
	'names with a trailing blank': [{ reportedNames: 'trailingBlank' }, ...INVITING, ...POLLING],
	'names in another case': [{ reportedNames: 'otherCase' }, ...INVITING, ...POLLING],
	'lists newest first': [{ listOrder: 'newestFirst' }, ...INVITING, ...POLLING],
	'lists in no order': [{ listOrder: 'random' }, ...INVITING, ...POLLING],
	'studentId null': [{ studentIdUnset: 'null' }, ...STUDENT],
	'studentId absent': [{ studentIdUnset: 'absent' }, ...STUDENT],
	'ScorePending without completed': [{ pendingHasCompleted: false }, ...INVITING, ...POLLING],
	'completed* returns unscored': [{ completedFilterIncludesUnscored: true }, ...POLLING],
	'completed* returns NeedsReview': [{ completedFilterIncludesNeedsReview: true }, ...POLLING],
	'beta applies completed*': [{ deprecatedCompletedFilters: 'applied' }, ...BETA],
	'beta refuses completed*': [{ deprecatedCompletedFilters: 'rejected' }, ...BETA],
	'malformed e-mail accepted': [{ malformedEmail: 'accepted' }, ...PERSONS],
	'e-mail with case': [{ emailsCompare: 'exactly' }, ...PERSONS],
	'e-mail stored in lower case': [{ emailsStored: 'lowerCase' }, ...PERSONS],
	'403 for ids of others': [{ contradictoryIds: 403 }, ...PERSONS],
	'two users: the one of the address': [{ assignToTwoUsers: 'byEmail' }, ...INVITING],
	'two users: the one of the identifier': [{ assignToTwoUsers: 'byIdentifier' }, ...INVITING],
	'204 for ids of others': [{ foreignUserAssessmentId: 204 }, ...PERSONS],
	'errors as texts': [{ errorItems: 'strings', unauthorizedBody: 'text' }, ...ERRORS],
	'errors by property': [{ errorItems: 'propertyErrorMessage', unauthorizedBody: 'errors' }, ...ERRORS],
	'errors as a bare array': [{ errorBody: 'bareArray', problemErrorsMap: false, unauthorizedBody: 'html' }, ...ERRORS],
	'created is 201': [
		{ groupCreatedStatus: 201 },
		...['action/operations', 'action/scores', 'action/items', 'action/errors'],
	],
	'examples ignored over limit': [
		{ exampleOverLimit: 'ignored', exampleRequiresContentType: true },
		...['action/operations', 'action/scores', ...RECEIVING],
	],
	'files named in RFC 5987': [{ contentDisposition: 'extended' }, ...FILES],
	'files without a name': [{ contentDisposition: 'none' }, ...FILES],
	'files named dangerously': [{ contentDisposition: 'traversal' }, ...FILES],
	'key is base64': [{ signingKeyBytes: 'base64' }, ...RECEIVING],
	'key is hex': [{ signingKeyForm: 'hex', signingKeyBytes: 'hex' }, ...RECEIVING],
	'key is a text': [{ signingKeyForm: 'text' }, ...RECEIVING],
	'event time with an offset': [{ timestampForm: 'isoOffset' }, ...RECEIVING],
	'event time in seconds': [{ timestampForm: 'unixSeconds' }, ...RECEIVING],
	'event time in ms': [{ timestampForm: 'unixMilliseconds' }, ...RECEIVING],
	'event time as in HTTP': [{ timestampForm: 'httpDate' }, ...RECEIVING],
	'event time as in .NET': [{ timestampForm: 'dotNet' }, ...RECEIVING],
	'event time with AM and PM': [{ timestampForm: 'dotNetShort' }, ...RECEIVING],
	'event time with a blank': [{ timestampForm: 'spaced' }, ...RECEIVING],
	'failed events are repeated': [{ redeliverUntilAccepted: { intervalMs: 100, maxAttempts: 3 } }, ...RECEIVING],
	'times at another offset': [
		{ utcOffsetMinutes: -210 },
		...['action/ifAlreadyAssigned', 'action/operations', 'action/scores'],
		...POLLING,
		'webhookTrigger/registration',
	],
};

/** The settings of the reading that the environment names. Empty in the usual run. */
export function settingsOfReading(): Partial<Settings> {
	const { READING = '' } = process.env;
	if (READING === '') return {};
	const reading = READINGS[READING];
	if (reading === undefined) throw new Error(`No reading is called '${READING}'`);
	return reading[0];
}

/** The test files that a reading affects. */
export function filesConcerned([, ...files]: Reading): string[] {
	return files.map((file) => `test/integration/${file}.test.ts`);
}
