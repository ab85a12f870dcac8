import { FILE_KINDS } from '../files/fileRecord.ts';
import { STATUSES } from '../resources/resources.ts';
import { body, type BodySchema } from '../http/schemas.ts';
import type { SimulatorControl } from './interface.ts';

/** JSON schemas of what the control methods take: a misspelt option is refused instead of ignored. */

const text = { type: 'string' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const milliseconds = { type: 'number', minimum: 0 };
const moment = { anyOf: [{ type: 'number' }, { type: 'string', format: 'instant' }] };
const nullable = (schema: object): object => ({ anyOf: [{ type: 'null' }, schema] });
const oneOf = (...values: readonly unknown[]): object => ({ enum: values });
const texts = { type: 'array', items: text };
const anything = {};
const anyObject = { type: 'object' };
const kind = oneOf('speaking', 'writing', 'placement');
const step = { userAssessmentId: text, at: moment };
const range = { minMs: milliseconds, maxMs: milliseconds };
const headers = { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'null' }] } };

const settings = {
	limits: nullable(
		body({ perSecond: { type: 'integer', minimum: 1 }, per20Minutes: { type: 'integer', minimum: 1 } }, [
			'perSecond',
			'per20Minutes',
		]),
	),
	limitWindows: oneOf('sliding', 'fixed', 'tokenBucket'),
	refusedRequestsCount: flag,
	retryAfter: oneOf('none', 'seconds', 'httpDate'),
	latency: nullable(body(range, ['minMs', 'maxMs'])),
	latencySplit: oneOf('random', 'even'),
	unauthorizedBody: oneOf('empty', 'errors', 'text', 'html'),
	errorItems: oneOf('codeMessage', 'strings', 'propertyErrorMessage'),
	errorBody: oneOf('errorsProperty', 'bareArray'),
	problemErrorsMap: flag,
	appearAfterMs: body({ assignments: milliseconds, score: milliseconds, scores: milliseconds }, [
		'assignments',
		'score',
		'scores',
	]),
	reportedNames: oneOf('same', 'trailingBlank', 'otherCase', 'renamed'),
	listOrder: oneOf('creation', 'newestFirst', 'random'),
	studentIdUnset: oneOf('empty', 'null', 'absent'),
	pendingHasCompleted: flag,
	completedFilterIncludesUnscored: flag,
	completedFilterIncludesNeedsReview: flag,
	malformedEmail: oneOf('refused', 'accepted'),
	emailsCompare: oneOf('withoutCase', 'exactly'),
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
	redeliverUntilAccepted: nullable(
		body({ intervalMs: milliseconds, maxAttempts: count }, ['intervalMs', 'maxAttempts']),
	),
	visitReturnUrl: oneOf('always', 'never', 'thisMachine'),
	utcOffsetMinutes: { type: 'integer', minimum: -840, maximum: 840 },
	assignmentLifetimeDays: { type: 'number' },
};

const faultOf = (name: string, properties: Record<string, object>, required: readonly string[]): BodySchema =>
	body({ kind: oneOf(name), ...properties }, ['kind', ...required]);

const fault = {
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

export const CONTROL_SCHEMAS: Partial<Record<keyof SimulatorControl, BodySchema>> = {
	reset: body({ empty: flag }),
	setClock: body({ at: moment, advanceMs: { type: 'number' }, stopped: flag }),
	configure: body(settings),
	revokeKey: body({ apiKey: text }),
	addAssessment: body({ name: text, kind }, ['name', 'kind']),
	addGroup: body({ name: text }, ['name']),
	addUser: body({
		givenName: text,
		surname: text,
		email: text,
		uniqueIdentifier: text,
		studentId: text,
		groupIds: texts,
		administrator: flag,
	}),
	addUsers: body(
		{
			count,
			reportsPerUser: count,
			status: oneOf(...STATUSES),
			assessmentId: text,
			completedFrom: moment,
			completedTo: moment,
			groupIds: texts,
		},
		['count'],
	),
	assign: body({ userId: text, assessmentId: text, assignedAt: moment, expiresAt: moment }, ['userId', 'assessmentId']),
	start: body(step, ['userAssessmentId']),
	finish: body(step, ['userAssessmentId']),
	needsReview: body(step, ['userAssessmentId']),
	score: body(
		{
			...step,
			score: { type: 'number' },
			placement: nullable(text),
			completed: moment,
			overrides: anyObject,
			sendEvent: flag,
		},
		['userAssessmentId'],
	),
	expire: body(step, ['userAssessmentId']),
	registerWebhook: body({ url: text, version: text, signed: flag }, ['url']),
	sendEvent: body({ event: text, data: anything, rawBody: text, headers }, ['event']),
	redeliver: body({ deliveryId: count, timestamp: oneOf('fresh', 'same') }, ['deliveryId']),
	inject: body(
		{
			match: body({ method: text, path: text }),
			fault,
			times: { anyOf: [{ type: 'integer', minimum: 1 }, oneOf('always')] },
			skip: count,
			probability: { type: 'number', minimum: 0, maximum: 1 },
		},
		['fault'],
	),
	createFile: body(
		{
			bytes: count,
			kind: oneOf(...FILE_KINDS),
			contentType: text,
			contentDisposition: nullable(text),
			declareLength: flag,
			withSha256: flag,
		},
		['bytes'],
	),
};
