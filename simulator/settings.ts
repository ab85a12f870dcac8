import { SPECIFIED_LIMITS, type Limits } from './rateLimit.ts';

/** One setting: what it is unless a test chooses otherwise, and the JSON schema of what may be chosen. */
interface Setting<Value> {
	usual: Value;
	schema: object;
}

/** A duration drawn evenly between both ends, in milliseconds. */
export interface LatencyRange {
	minMs: number;
	maxMs: number;
}

const milliseconds = { type: 'number', minimum: 0 };
const count = { type: 'integer', minimum: 1 };
const record = (properties: Record<string, object>): object => ({
	type: 'object',
	additionalProperties: false,
	required: Object.keys(properties),
	properties,
});

/** One of these values; the first is the usual one. */
const choice = <const Values extends readonly [unknown, ...unknown[]]>(...values: Values): Setting<Values[number]> => ({
	usual: values[0],
	schema: { enum: values },
});
const flag = (usual: boolean): Setting<boolean> => ({ usual, schema: { type: 'boolean' } });
const optional = <Value>(usual: Value | null, schema: object): Setting<Value | null> => ({
	usual,
	schema: { anyOf: [{ type: 'null' }, schema] },
});

/** What a test can choose: mostly where the specification leaves several readings open. */
export const SETTINGS = {
	/** Null switches the limits off. */
	limits: optional<Limits>(SPECIFIED_LIMITS, record({ perSecond: count, per20Minutes: count })),
	/** How requests are counted: the specification says only how many in which time. */
	limitWindows: choice('sliding', 'fixed', 'tokenBucket'),
	/** Whether a refused request counts against the limits: it "is not processed". */
	refusedRequestsCount: flag(false),
	/** Form of Retry-After on 429; the specification doesn't mention the header. */
	retryAfter: choice('none', 'seconds', 'httpDate'),
	/** For every request; a part of it passes before the request counts as arrived, the rest before the answer. */
	latency: optional<LatencyRange>(null, record({ minMs: milliseconds, maxMs: milliseconds })),
	/** That part: drawn for each request, or half, as on a network that takes as long both ways. */
	latencySplit: choice('random', 'even'),
	/** Body of 401: "may be absent". */
	unauthorizedBody: choice('empty', 'errors', 'text', 'html'),
	/** Items of the errors array: "not shown". */
	errorItems: choice('codeMessage', 'strings', 'propertyErrorMessage'),
	/** Where that array stands: the body's `errors`, or the body itself. */
	errorBody: choice('errorsProperty', 'bareArray'),
	/** Whether problem details carry an `errors` map of field to messages. */
	problemErrorsMap: flag(true),
	/** How far each of these lags behind what was done: new users and assignments, and what became of them. */
	appearAfterMs: {
		usual: { assignments: 0, score: 0, scores: 0 },
		schema: record({ assignments: milliseconds, score: milliseconds, scores: milliseconds }),
	},
	/** How reports and assignments spell an assessment's name, compared to /assessments. */
	reportedNames: choice('same', 'trailingBlank', 'otherCase', 'renamed'),
	/** Order of every list: "not shown". */
	listOrder: choice('creation', 'newestFirst', 'random'),
	/** `studentId` of somebody who has none: "empty or absent". */
	studentIdUnset: choice('empty', 'null', 'absent'),
	/** Whether a report that waits for its score says when it was finished. */
	pendingHasCompleted: flag(true),
	/** Whether completed* filters also return what is finished but not scored: ScorePending and NeedsReview. */
	completedFilterIncludesUnscored: flag(false),
	/** Whether they return at least NeedsReview. */
	completedFilterIncludesNeedsReview: flag(false),
	/** What is no email address: 400, or taken like one. */
	malformedEmail: choice('refused', 'accepted'),
	emailsCompare: choice('withoutCase', 'exactly'),
	emailsStored: choice('asGiven', 'lowerCase'),
	/** Several identifiers that don't name one user: not found, or forbidden. */
	contradictoryIds: choice(204, 403),
	/** /create-sign-in-token with the userAssessmentId of somebody else. */
	foreignUserAssessmentId: choice(403, 204),
	/** What the deprecated version does with completed* filters: its appliedFilters know nothing of them. */
	deprecatedCompletedFilters: choice('ignored', 'applied', 'rejected'),
	/** A field that /assign demands beside assessmentId: "required status not shown". */
	assignRequires: {
		usual: [] as Array<'givenName' | 'surName' | 'assignedGroups'>,
		schema: { type: 'array', items: { enum: ['givenName', 'surName', 'assignedGroups'] } },
	},
	/** Status of a created group: "Response: {name, groupId}". */
	groupCreatedStatus: choice(200, 201),
	/** What a second example event within a second gets: 429, or 200 with nothing sent. */
	exampleOverLimit: choice('rejected', 'ignored'),
	/** Whether POST /webhook/example, which has no body, is refused without a Content-Type. */
	exampleRequiresContentType: flag(false),
	/** Whether and how files are named in Content-Disposition; `extended` is RFC 5987 with a non-ASCII name. */
	contentDisposition: choice('named', 'extended', 'none', 'traversal'),
	/** How signing keys look: text of 32 random bytes, or random printable characters. */
	signingKeyForm: choice('base64', 'hex', 'text'),
	/** How a signing key is turned into key bytes: "not shown". */
	signingKeyBytes: choice('utf8', 'base64', 'hex'),
	/** How X-Request-Timestamp is written: a "timestamp string". */
	timestampForm: choice(
		...([
			'iso',
			'isoOffset',
			'unixSeconds',
			'unixMilliseconds',
			'httpDate',
			'dotNet',
			'dotNetShort',
			'spaced',
		] as const),
	),
	/** How long a delivery waits for its answer. */
	deliveryTimeoutMs: { usual: 5000, schema: milliseconds },
	/** Repeats a failed delivery; null (as here: "not shown") never does. */
	redeliverUntilAccepted: optional<{ intervalMs: number; maxAttempts: number }>(
		null,
		record({ intervalMs: milliseconds, maxAttempts: count }),
	),
	/** Whether people who finish are sent to their `returnUrl`: where that is on this machine, or never. */
	visitReturnUrl: choice('thisMachine', 'never'),
	/** Offset of timestamps in responses. */
	utcOffsetMinutes: { usual: 0, schema: { type: 'integer', minimum: -840, maximum: 840 } },
};

export type Settings = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['usual'] };

const valuesOf = (part: 'usual' | 'schema'): Array<[string, unknown]> =>
	Object.entries(SETTINGS).map(([name, setting]) => [name, setting[part]]);

/** Each with the type of its usual value. */
export const DEFAULT_SETTINGS = Object.fromEntries(valuesOf('usual')) as Settings;
export const SETTINGS_SCHEMAS = Object.fromEntries(valuesOf('schema')) as Record<string, object>;
