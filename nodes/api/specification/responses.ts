import { jsonParse } from 'n8n-workflow';

import type * as Specified from '../../../specification/types';
import type { Assignment, AssignResponse, ScoreReport, User } from './values';

/** The body of a successful response if it's as specified, or the problem with it. */
export type Checked<T> = { value: T } | { problem: string };

/** @param body undefined for a response without content (204), because no JSON value means that */
export type ResponseCheck<T> = (body: unknown, isDeprecated?: boolean) => Checked<T>;

/** Checks an object that contains one list. */
export interface ListCheck<T> extends ResponseCheck<T[]> {
	/** The key of the list. */
	readonly array: string;
	/** @param index counted from 0 */
	readonly element: (entry: unknown, index: number) => Checked<T>;
}

/** Parses JSON, with or without a byte order mark. Returns any other string as it is, so the checks reject it. */
export function jsonOrText(body: string): unknown {
	return jsonParse(body.replace(/^\uFEFF/, ''), { fallbackValue: body });
}

/** The deepest nesting. Deeper JSON would overflow the stack of code that walks through it, ours and n8n's. */
export const MAX_DEPTH = 500;
export const TOO_DEEP = `it's nested deeper than ${MAX_DEPTH} levels`;

/** Same as `jsonOrText`, but with a problem if the JSON is nested too deep. */
export function shallowJson(body: string): Checked<unknown> {
	const value = jsonOrText(body);
	return isDeeper(value, MAX_DEPTH) ? { problem: TOO_DEEP } : { value };
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type FieldCheck = (value: unknown) => boolean;

const isText: FieldCheck = (value) => typeof value === 'string';

/** Such as an ID or a URL. */
const isFilled: FieldCheck = (value) => isText(value) && value !== '';

/** JSON can contain numbers that are too large for JavaScript. */
const isNumber: FieldCheck = Number.isFinite;

export const assessmentsCheck = list(
	'assessments',
	object<Specified.Assessment>({ assessmentId: isFilled, name: isText }),
);
export const groupCheck = object<Specified.Group>({ groupId: isFilled, name: isText });
export const groupsCheck = list('groups', groupCheck);

export const assignmentsCheck = list(
	'assignments',
	object<Assignment>({
		userId: isFilled,
		userAssessmentId: isFilled,
		...optionalTexts('assessmentName', 'userAssessmentStatus', 'email', 'givenName', 'surName', 'uniqueIdentifier'),
		...optionalTexts('assignedAt', 'expiresAt', 'completedAt'),
	}),
);

export const assignedCheck = object<AssignResponse>({
	userId: isFilled,
	userAssessmentId: isFilled,
	signInUrl: isFilled,
	signInUrlExpiresAt: isFilled,
});

export const signInLinkCheck = orNone(object<Specified.SignInLink>({ signInUrl: isFilled, expiresAt: isFilled }));

export const webhookCheck = orNone(object<Specified.WebhookRegistration>({ url: isFilled, createdAt: isFilled }));

/** Checks only the fields that this package reads, and requires only the ID, because a deprecated version has fewer fields. */
const scoreReportCheck = object<ScoreReport>({
	userAssessmentId: isFilled,
	...optionalTexts('assessmentType', 'assessmentName', 'status', 'started', 'completed', 'placement', 'certificateUrl'),
	score: optional(isNumber),
	openResponses: optional(isResponseList('responseAudioUrl')),
	writingOpenResponses: optional(isResponseList('responseTextUrl')),
});

const userFieldsCheck = object<Omit<User, 'scoreReports'>>({
	userId: isFilled,
	...optionalTexts('email', 'uniqueIdentifier'),
});

const userReportsCheck = list('scoreReports', scoreReportCheck);

/** Checks a User object, which has fewer fields in the deprecated versions (specification: Versions). */
export const userObjectCheck: ResponseCheck<User> = (body) => {
	const fields = userFieldsCheck(body);
	if ('problem' in fields) return fields;
	const scoreReports = userReportsCheck(body);
	return 'problem' in scoreReports ? scoreReports : { value: { ...fields.value, scoreReports: scoreReports.value } };
};

export const userCheck = orNone(userObjectCheck);
export const userScoresCheck = list('userScores', userObjectCheck);

/** Requires the key from POST /webhook, because events can't be verified without it. The deprecated versions send no body. */
export const signingKeyCheck: ResponseCheck<string | null> = (body, isDeprecated) => {
	if (isDeprecated) return { value: null };
	const checked = object<{ signingKey: string }>({ signingKey: isFilled })(body);
	return 'problem' in checked ? checked : { value: checked.value.signingKey };
};

/** Accepts a response without content, and ignores any body. */
export const anythingCheck: ResponseCheck<null> = () => ({ value: null });

/** For endpoints that answer 204 if there's no such user or webhook (specification: Errors). */
function orNone<T>(check: ResponseCheck<T>): ResponseCheck<T | null> {
	return (body) => (body === undefined ? { value: null } : check(body));
}

function list<T>(array: string, check: ResponseCheck<T>): ListCheck<T> {
	const element = (entry: unknown, index: number): Checked<T> => {
		const checked = check(entry);
		return 'value' in checked ? checked : { problem: `in '${array}', entry ${index + 1}: ${checked.problem}` };
	};
	const checkAll: ResponseCheck<T[]> = (body) => {
		if (!isRecord(body)) return { problem: describeInstead(body) };
		const entries: unknown = body[array];
		if (!Array.isArray(entries)) return { problem: `the array '${array}' is missing` };
		const checked = entries.map(element);
		const problem = checked.find((one) => 'problem' in one);
		return problem ?? { value: checked.flatMap((one) => ('value' in one ? [one.value] : [])) };
	};
	return Object.assign(checkAll, { array, element });
}

function object<T extends object>(checks: { [field in keyof T]?: FieldCheck }): ResponseCheck<T> {
	const fields = Object.entries<FieldCheck | undefined>(checks);
	const wrongField = (body: Record<string, unknown>) =>
		fields.find(([field, check]) => check?.(body[field]) === false)?.[0];
	const isValid = (body: Record<string, unknown>): body is Record<string, unknown> & T =>
		wrongField(body) === undefined;
	return (body) => {
		if (!isRecord(body)) return { problem: describeInstead(body) };
		if (isValid(body)) return { value: body };
		const field = wrongField(body) ?? '';
		return { problem: `'${field}' ${field in body ? 'has the wrong type' : 'is missing'}` };
	};
}

function optional(check: FieldCheck): FieldCheck {
	return (value) => value === undefined || value === null || check(value);
}

function optionalTexts<Field extends string>(...fields: Field[]) {
	return Object.fromEntries(fields.map((field) => [field, optional(isText)])) as Record<Field, FieldCheck>;
}

function isResponseList(linkField: string): FieldCheck {
	return (value) =>
		Array.isArray(value) && value.every((entry) => isRecord(entry) && optional(isText)(entry[linkField]));
}

function describeInstead(body: unknown): string {
	if (body === undefined || body === null || body === '') return "it's empty";
	if (typeof body === 'string') return /^\s*</.test(body) ? "it's a web page (HTML), not JSON" : "it's text, not JSON";
	return `it's ${Array.isArray(body) ? 'an array' : `a ${typeof body}`}, not an object`;
}
