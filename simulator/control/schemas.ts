import { body, type BodySchema } from '../http/schemas.ts';
import { STATUSES } from '../resources/resources.ts';

/** Parts of the JSON schemas of what the control methods take. */

export const text = { type: 'string' };
export const flag = { type: 'boolean' };
export const count = { type: 'integer', minimum: 0 };
export const moment = { anyOf: [{ type: 'number' }, { type: 'string', format: 'instant' }] };
export const nullable = (schema: object): object => ({ anyOf: [{ type: 'null' }, schema] });
export const oneOf = (...values: readonly unknown[]): object => ({ enum: values });
export const texts = { type: 'array', items: text };
export const anything = {};
export const anyObject = { type: 'object' };
export const assessmentKind = oneOf('speaking', 'writing', 'placement');
export const status = oneOf(...STATUSES);
export const headers = { type: 'object', additionalProperties: nullable(text) };

const milliseconds = { type: 'number', minimum: 0 };
const range = { minMs: milliseconds, maxMs: milliseconds };
const withAll = (properties: Record<string, object>): BodySchema => body(properties, Object.keys(properties));

export const settings = {
	limits: nullable(
		withAll({ perSecond: { type: 'integer', minimum: 1 }, per20Minutes: { type: 'integer', minimum: 1 } }),
	),
	limitWindows: oneOf('sliding', 'fixed', 'tokenBucket'),
	refusedRequestsCount: flag,
	retryAfter: oneOf('none', 'seconds', 'httpDate'),
	latency: nullable(withAll(range)),
	latencySplit: oneOf('random', 'even'),
	unauthorizedBody: oneOf('empty', 'errors', 'text', 'html'),
	errorItems: oneOf('codeMessage', 'strings', 'propertyErrorMessage'),
	errorBody: oneOf('errorsProperty', 'bareArray'),
	problemErrorsMap: flag,
	appearAfterMs: withAll({ assignments: milliseconds, score: milliseconds, scores: milliseconds }),
	reportedNames: oneOf('same', 'trailingBlank', 'otherCase', 'renamed'),
	listOrder: oneOf('creation', 'newestFirst', 'random'),
	studentIdUnset: oneOf('empty', 'null', 'absent'),
	pendingHasCompleted: flag,
	completedFilterIncludesUnscored: flag,
	completedFilterIncludesNeedsReview: flag,
	malformedEmail: oneOf('refused', 'accepted'),
	emailsCompare: oneOf('withoutCase', 'exactly'),
	identifiersCompare: oneOf('exactly', 'withoutCase'),
	emailsStored: oneOf('asGiven', 'lowerCase'),
	contradictoryIds: oneOf(204, 403),
	foreignUserId: oneOf(204, 403),
	foreignUserAssessmentId: oneOf(204, 403),
	deprecatedCompletedFilters: oneOf('ignored', 'applied', 'rejected'),
	assignRequires: { type: 'array', items: oneOf('givenName', 'surName', 'assignedGroups') },
	groupCreatedStatus: oneOf(200, 201),
	exampleOverLimit: oneOf('rejected', 'ignored'),
	exampleRequiresContentType: flag,
	contentDisposition: oneOf('named', 'extended', 'none', 'traversal'),
	signingKeyForm: oneOf('base64', 'hex', 'text'),
	signingKeyBytes: oneOf('utf8', 'base64', 'hex'),
	timestampForm: oneOf('iso', 'isoOffset', 'unixSeconds', 'unixMilliseconds', 'httpDate'),
	deliveryTimeoutMs: milliseconds,
	redeliverUntilAccepted: nullable(withAll({ intervalMs: milliseconds, maxAttempts: count })),
	visitReturnUrl: oneOf('always', 'never', 'thisMachine'),
	utcOffsetMinutes: { type: 'integer', minimum: -840, maximum: 840 },
	assignmentLifetimeDays: { type: 'number' },
};
const faultOf = (name: string, properties: Record<string, object>, required: readonly string[]): BodySchema =>
	body({ kind: oneOf(name), ...properties }, ['kind', ...required]);

export const fault = {
	anyOf: [
		faultOf('latency', range, ['minMs', 'maxMs']),
		faultOf('cut', { after: flag }, []),
		faultOf('hang', { after: flag }, []),
		faultOf('status', { status: { type: 'integer', minimum: 200, maximum: 599 }, after: flag, body: text, headers }, [
			'status',
		]),
		faultOf('json', { json: anything }, ['json']),
		faultOf('html', {}, []),
		faultOf('brokenJson', {}, []),
		faultOf('truncate', { bytes: count }, []),
		faultOf('slowBody', { chunkBytes: { type: 'integer', minimum: 1 }, delayMs: milliseconds }, [
			'chunkBytes',
			'delayMs',
		]),
	],
};
