import type { Settings } from '../../../simulator/index.ts';

/** One interpretation of the specification where it is silent, and the test files that it can affect. */
type Reading = readonly [settings: Partial<Settings>, ...files: string[]];

const ERRORS = ['action/errors', 'action/badInput', 'action/items', 'webhookTrigger/registration'];
const RECEIVING = ['webhookTrigger/receiving'];
/** Without `inviteHistories`, which draws these settings at random itself. */
const ASSIGNING = ['action/inviting', 'action/invitingKnown', 'action/ifAlreadyAssigned'];
const INVITING = [...ASSIGNING, 'action/items'];
const PERSONS = [...ASSIGNING, 'action/operations', 'action/scores', 'action/badInput'];
const POLLING = ['pollTrigger/*'];
const COMPLETED = ['action/scores', 'action/hints', ...POLLING];
const STUDENT = ['action/operations', 'action/scores', 'pollTrigger/samples', 'webhookTrigger/receiving'];
const LIMITS = ['pacing/waiting', 'pacing/faultMatrix'];
const FILES = ['action/files', 'action/downloadAll'];
const BETA = ['action/deprecatedVersions', ...POLLING];

/** Every reading that isn't the simulator's default, by its name in the table. */
export const READINGS: Readonly<Record<string, Reading>> = {
	'refused requests count': [{ refusedRequestsCount: true }, ...LIMITS],
	'windows are fixed': [{ limitWindows: 'fixed' }, ...LIMITS],
	'limits are token buckets': [{ limitWindows: 'tokenBucket' }, ...LIMITS],
	'Retry-After is in seconds': [{ retryAfter: 'seconds' }, ...LIMITS],
	'Retry-After is a date': [{ retryAfter: 'httpDate' }, ...LIMITS],
	'changes appear late everywhere': [{ appearAfterMs: { assignments: 1000, score: 1000, scores: 1000 } }, ...INVITING],
	'changes appear late in /assignments': [{ appearAfterMs: { assignments: 1000, score: 0, scores: 0 } }, ...INVITING],
	'changes appear late in /score': [{ appearAfterMs: { assignments: 0, score: 1000, scores: 1000 } }, ...INVITING],
	'names have a trailing space': [{ reportedNames: 'trailingBlank' }, ...INVITING, ...POLLING],
	'names differ in case': [{ reportedNames: 'otherCase' }, ...INVITING, ...POLLING],
	'lists begin with the newest': [{ listOrder: 'newestFirst' }, ...INVITING, ...POLLING],
	'lists are unordered': [{ listOrder: 'random' }, ...INVITING, ...POLLING],
	'a missing studentId is null': [{ studentIdUnset: 'null' }, ...STUDENT],
	'a missing studentId is absent': [{ studentIdUnset: 'absent' }, ...STUDENT],
	'assessments in progress expire': [{ inProgressExpires: true }, ...ASSIGNING],
	'expired assignments are left out': [{ expiredAssignments: 'leftOut' }, ...ASSIGNING],
	'ScorePending has no completed': [{ pendingHasCompleted: false }, ...INVITING, ...POLLING],
	'completed* returns unscored': [{ completedFilterIncludesUnscored: true }, ...COMPLETED],
	'completed* returns NeedsReview': [{ completedFilterIncludesNeedsReview: true }, ...COMPLETED],
	'beta applies completed*': [{ deprecatedCompletedFilters: 'applied' }, ...BETA],
	'beta refuses completed*': [{ deprecatedCompletedFilters: 'rejected' }, ...BETA],
	'malformed emails are accepted': [{ malformedEmail: 'accepted' }, ...PERSONS],
	'emails are case-sensitive': [{ emailsCompare: 'exactly' }, ...PERSONS],
	'emails are stored in lower case': [{ emailsStored: 'lowerCase' }, ...PERSONS],
	'403 for contradictory IDs': [{ contradictoryIds: 403 }, ...PERSONS],
	'the email wins over the identifier': [{ assignToTwoUsers: 'byEmail' }, ...INVITING],
	'the identifier wins over the email': [{ assignToTwoUsers: 'byIdentifier' }, ...INVITING],
	"204 for another user's assessment": [{ foreignUserAssessmentId: 204 }, ...PERSONS],
	'errors are strings': [{ errorItems: 'strings', unauthorizedBody: 'text' }, ...ERRORS],
	'errors have a property': [{ errorItems: 'propertyErrorMessage', unauthorizedBody: 'errors' }, ...ERRORS],
	'errors are a bare array': [{ errorBody: 'bareArray', problemErrorsMap: false, unauthorizedBody: 'html' }, ...ERRORS],
	'a new group gets 201': [
		{ groupCreatedStatus: 201 },
		...['action/operations', 'action/groups', 'action/scores', 'action/items', 'action/errors'],
	],
	'excess example events are ignored': [
		{ exampleOverLimit: 'ignored', exampleRequiresContentType: true },
		...['action/operations', 'action/scores', ...RECEIVING],
	],
	'file names have RFC 5987 form': [{ contentDisposition: 'extended' }, ...FILES],
	'files have no names': [{ contentDisposition: 'none' }, ...FILES],
	'file names are dangerous': [{ contentDisposition: 'traversal' }, ...FILES],
	'signing keys are base64': [{ signingKeyBytes: 'base64' }, ...RECEIVING],
	'signing keys are hex': [{ signingKeyForm: 'hex', signingKeyBytes: 'hex' }, ...RECEIVING],
	'signing keys are text': [{ signingKeyForm: 'text' }, ...RECEIVING],
	'event times have an offset': [{ timestampForm: 'isoOffset' }, ...RECEIVING],
	'event times are in seconds': [{ timestampForm: 'unixSeconds' }, ...RECEIVING],
	'event times are in ms': [{ timestampForm: 'unixMilliseconds' }, ...RECEIVING],
	'event times have HTTP form': [{ timestampForm: 'httpDate' }, ...RECEIVING],
	'event times have .NET form': [{ timestampForm: 'dotNet' }, ...RECEIVING],
	'event times have AM and PM': [{ timestampForm: 'dotNetShort' }, ...RECEIVING],
	'event times have a space': [{ timestampForm: 'spaced' }, ...RECEIVING],
	'failed events are redelivered': [{ redeliverUntilAccepted: { intervalMs: 100, maxAttempts: 3 } }, ...RECEIVING],
	'times have another offset': [
		{ utcOffsetMinutes: -210 },
		...['action/ifAlreadyAssigned', 'action/operations', 'action/scores'],
		...POLLING,
		'webhookTrigger/registration',
	],
};

/** The settings of the reading that the environment variable READING names, or none by default. */
export function settingsOfReading(): Partial<Settings> {
	const { READING = '' } = process.env;
	if (READING === '') return {};
	const reading = READINGS[READING];
	if (reading === undefined) throw new Error(`No reading is called '${READING}'`);
	return reading[0];
}

export function filesConcerned([, ...files]: Reading): string[] {
	return files.map((file) => `test/integration/${file}.test.ts`);
}
