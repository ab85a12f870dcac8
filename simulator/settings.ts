import type { DispositionForm } from './files/disposition.ts';
import { SPECIFIED_LIMITS, type Counting, type Limits } from './http/rateLimit.ts';
import type { TimestampForm } from './timestamps.ts';

/** A duration drawn evenly between both ends, in milliseconds. */
export interface LatencyRange {
	minMs: number;
	maxMs: number;
}

/** What a test can choose: mostly where the specification leaves several readings open. */
export interface Settings {
	/** Null switches the limits off. */
	limits: Limits | null;
	limitWindows: Counting['windows'];
	/** Whether a refused request counts against the limits: it "is not processed". */
	refusedRequestsCount: boolean;
	/** Form of Retry-After on 429; the specification doesn't mention the header. */
	retryAfter: 'none' | 'seconds' | 'httpDate';
	/** For every request; a part of it passes before the request counts as arrived, the rest before the answer. */
	latency: LatencyRange | null;
	/** That part: drawn for each request, or half, as on a network that takes as long both ways. */
	latencySplit: 'random' | 'even';
	/** Body of 401: "may be absent". */
	unauthorizedBody: 'empty' | 'errors' | 'text' | 'html';
	/** Items of the errors array: "not shown". */
	errorItems: 'codeMessage' | 'strings' | 'propertyErrorMessage';
	/** Where that array stands: the body's `errors`, or the body itself. */
	errorBody: 'errorsProperty' | 'bareArray';
	/** Whether problem details carry an `errors` map of field to messages. */
	problemErrorsMap: boolean;
	/** How far each of these lags behind what was done: new users and assignments, and what became of them. */
	appearAfterMs: { assignments: number; score: number; scores: number };
	/** How reports and assignments spell an assessment's name, compared to /assessments. */
	reportedNames: 'same' | 'trailingBlank' | 'otherCase' | 'renamed';
	/** Order of every list: "not shown". */
	listOrder: 'creation' | 'newestFirst' | 'random';
	/** `studentId` of somebody who has none: "empty or absent". */
	studentIdUnset: 'empty' | 'null' | 'absent';
	/** Whether a report that waits for its score says when it was finished. */
	pendingHasCompleted: boolean;
	/** Whether completed* filters also return what is finished but not scored: ScorePending and NeedsReview. */
	completedFilterIncludesUnscored: boolean;
	/** Whether they return at least NeedsReview. */
	completedFilterIncludesNeedsReview: boolean;
	/** What is no e-mail address: 400, or taken like one. */
	malformedEmail: 'refused' | 'accepted';
	emailsCompare: 'withoutCase' | 'exactly';
	identifiersCompare: 'exactly' | 'withoutCase';
	emailsStored: 'asGiven' | 'lowerCase';
	/** Several identifiers that don't name one user: not found, or forbidden. */
	contradictoryIds: 204 | 403;
	/** The userId of another account. */
	foreignUserId: 204 | 403;
	/** /create-sign-in-token with the userAssessmentId of somebody else. */
	foreignUserAssessmentId: 204 | 403;
	/** What the deprecated version does with completed* filters, of which its appliedFilters know nothing. */
	deprecatedCompletedFilters: 'ignored' | 'applied' | 'rejected';
	/** Fields that /assign demands beside assessmentId: "required status not shown". */
	assignRequires: Array<'givenName' | 'surName' | 'assignedGroups'>;
	/** Status of a created group: "Response: {name, groupId}". */
	groupCreatedStatus: 200 | 201;
	/** What a second example event within a second gets: 429, or 200 with nothing sent. */
	exampleOverLimit: 'rejected' | 'ignored';
	/** Whether POST /webhook/example, which has no body, is refused without a Content-Type. */
	exampleRequiresContentType: boolean;
	contentDisposition: DispositionForm;
	/** How signing keys look: text of 32 random bytes, or random printable characters. */
	signingKeyForm: 'base64' | 'hex' | 'text';
	/** How a signing key is turned into key bytes: "not shown". */
	signingKeyBytes: 'utf8' | 'base64' | 'hex';
	/** How X-Request-Timestamp is written. */
	timestampForm: TimestampForm;
	/** How long a delivery waits for its answer. */
	deliveryTimeoutMs: number;
	/** Repeats a failed delivery; null (as here: "not shown") never does. */
	redeliverUntilAccepted: { intervalMs: number; maxAttempts: number } | null;
	/** Who finishes is sent to their `returnUrl`: always, never, or only where that is on this machine. */
	visitReturnUrl: 'always' | 'never' | 'thisMachine';
	/** Offset of timestamps in responses. */
	utcOffsetMinutes: number;
	/** Life of an assignment and of its singleAssessmentSignInUrl: "much longer" than five minutes. */
	assignmentLifetimeDays: number;
}

export const DEFAULT_SETTINGS: Settings = {
	limits: SPECIFIED_LIMITS,
	limitWindows: 'sliding',
	refusedRequestsCount: false,
	retryAfter: 'none',
	latency: null,
	latencySplit: 'random',
	unauthorizedBody: 'empty',
	errorItems: 'codeMessage',
	errorBody: 'errorsProperty',
	problemErrorsMap: true,
	appearAfterMs: { assignments: 0, score: 0, scores: 0 },
	reportedNames: 'same',
	listOrder: 'creation',
	studentIdUnset: 'empty',
	pendingHasCompleted: true,
	completedFilterIncludesUnscored: false,
	completedFilterIncludesNeedsReview: false,
	malformedEmail: 'refused',
	emailsCompare: 'withoutCase',
	identifiersCompare: 'exactly',
	emailsStored: 'asGiven',
	contradictoryIds: 204,
	foreignUserId: 204,
	foreignUserAssessmentId: 403,
	deprecatedCompletedFilters: 'ignored',
	assignRequires: [],
	groupCreatedStatus: 200,
	exampleOverLimit: 'rejected',
	exampleRequiresContentType: false,
	contentDisposition: 'named',
	signingKeyForm: 'base64',
	signingKeyBytes: 'utf8',
	timestampForm: 'iso',
	deliveryTimeoutMs: 5000,
	redeliverUntilAccepted: null,
	visitReturnUrl: 'thisMachine',
	utcOffsetMinutes: 0,
	assignmentLifetimeDays: 30,
};
