/** One setting: its default, and the JSON schema of the values that a test can choose. */
interface Setting<Value> {
	usual: Value;
	schema: object;
}

/** How long each limit counts a request, the longest last. */
export const LIMITED = [
	{ name: 'perSecond', last: 'second', periodMs: 1000 },
	{ name: 'per20Minutes', last: '20 minutes', periodMs: 20 * 60_000 },
] as const;

type Limits = Record<(typeof LIMITED)[number]['name'], number>;

/** Specification: Limits. */
export const SPECIFIED_LIMITS: Limits = { perSecond: 5, per20Minutes: 2000 };

/** A random duration between both ends (uniform), in milliseconds. */
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

/** One of these values. The first is the default. */
const choice = <const Values extends readonly [unknown, ...unknown[]]>(...values: Values): Setting<Values[number]> => ({
	usual: values[0],
	schema: { enum: values },
});
const flag = (usual: boolean): Setting<boolean> => ({ usual, schema: { type: 'boolean' } });
const optional = <Value>(usual: Value | null, schema: object): Setting<Value | null> => ({
	usual,
	schema: { anyOf: [{ type: 'null' }, schema] },
});

/** Everything that a test can choose, including a reading of each question (`x-not-specified`) in openapi.yaml. */
export const SETTINGS = {
	/** Null turns the limits off. */
	limits: optional<Limits>(SPECIFIED_LIMITS, record(Object.fromEntries(LIMITED.map(({ name }) => [name, count])))),
	/** A sliding window before each request, fixed windows aligned to the clock, or places that become free one by one. */
	limitWindows: choice('sliding', 'fixed', 'tokenBucket'),
	/** Whether a refused request also takes a place. */
	refusedRequestsCount: flag(false),
	retryAfter: choice('none', 'seconds', 'httpDate'),
	/** The latency of every request. A part of it passes before the request counts as arrived, the rest before the response. */
	latency: optional<LatencyRange>(null, record({ minMs: milliseconds, maxMs: milliseconds })),
	/** The part before arrival: random for each request, or half, as on a network that's equally slow in both directions. */
	latencySplit: choice('random', 'even'),
	unauthorizedBody: choice('empty', 'errors', 'text', 'html'),
	errorItems: choice('codeMessage', 'strings', 'propertyErrorMessage'),
	errorBody: choice('errorsProperty', 'bareArray'),
	problemErrorsMap: flag(true),
	appearAfterMs: {
		usual: { assignments: 0, score: 0, scores: 0 },
		schema: record({ assignments: milliseconds, score: milliseconds, scores: milliseconds }),
	},
	reportedNames: choice('same', 'trailingBlank', 'otherCase', 'renamed'),
	listOrder: choice('creation', 'newestFirst', 'random'),
	studentIdUnset: choice('empty', 'null', 'absent'),
	pendingHasCompleted: flag(true),
	inProgressExpires: flag(false),
	expiredAssignments: choice('listed', 'leftOut'),
	completedFilterIncludesUnscored: flag(false),
	completedFilterIncludesNeedsReview: flag(false),
	malformedEmail: choice('refused', 'accepted'),
	emailsCompare: choice('withoutCase', 'exactly'),
	emailsStored: choice('asGiven', 'lowerCase'),
	contradictoryIds: choice(204, 403),
	assignToTwoUsers: choice('refused', 'byEmail', 'byIdentifier'),
	foreignUserAssessmentId: choice(403, 204),
	deprecatedCompletedFilters: choice('ignored', 'applied', 'rejected'),
	assignRequires: {
		usual: [] as Array<'givenName' | 'surName' | 'assignedGroups'>,
		schema: { type: 'array', items: { enum: ['givenName', 'surName', 'assignedGroups'] } },
	},
	groupCreatedStatus: choice(200, 201),
	exampleOverLimit: choice('rejected', 'ignored'),
	exampleRequiresContentType: flag(false),
	contentDisposition: choice('named', 'extended', 'none', 'traversal'),
	signingKeyForm: choice('base64', 'hex', 'text'),
	signingKeyBytes: choice('utf8', 'base64', 'hex'),
	timestampForm: choice(
		'iso',
		'isoOffset',
		'unixSeconds',
		'unixMilliseconds',
		'httpDate',
		'dotNet',
		'dotNetShort',
		'spaced',
	),
	/** How long a delivery waits for its response. */
	deliveryTimeoutMs: { usual: 5000, schema: milliseconds },
	redeliverUntilAccepted: optional<{ intervalMs: number; maxAttempts: number }>(
		null,
		record({ intervalMs: milliseconds, maxAttempts: count }),
	),
	/** Whether finishing people are sent to their `returnUrl`: only if it's on this machine, or never. */
	visitReturnUrl: choice('thisMachine', 'never'),
	utcOffsetMinutes: { usual: 0, schema: { type: 'integer', minimum: -840, maximum: 840 } },
};

export type Settings = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['usual'] };

const valuesOf = (part: 'usual' | 'schema'): Array<[string, unknown]> =>
	Object.entries(SETTINGS).map(([name, setting]) => [name, setting[part]]);

/** All settings, each with the type of its default. */
export const DEFAULT_SETTINGS = Object.fromEntries(valuesOf('usual')) as Settings;
export const SETTINGS_SCHEMAS = Object.fromEntries(valuesOf('schema')) as Record<string, object>;
