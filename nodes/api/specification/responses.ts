import type {
	Assessment,
	AssignResponse,
	Assignment,
	Group,
	ScoreReport,
	SignInLink,
	User,
	WebhookRegistration,
} from './types';

/** A response body that is what the specification says, or what is wrong with it. */
export type Checked<T> = { value: T } | { problem: string };

/** @param body of a success; undefined for one without content (204), which no JSON stands for */
export type ResponseCheck<T> = (body: unknown) => Checked<T>;

/** The check of an object that holds one list. */
export interface ListCheck<T> extends ResponseCheck<T[]> {
	/** The key of the list. */
	readonly array: string;
	/** The check of one of its elements. */
	readonly element: ResponseCheck<T>;
}

/** A body as JSON where it is, with or without a byte order mark; everything else stays text for the checks to refuse. */
export function jsonOrText(body: string): unknown {
	try {
		const parsed: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
		return parsed;
	} catch {
		return body;
	}
}

/** An object of JSON, and neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param index of the element, from 0 */
export function elementProblem(array: string, index: number, problem: string): string {
	return `in '${array}', entry ${index + 1}: ${problem}`;
}

export const assessments = list('assessments', object<Assessment>({ assessmentId: isFilled, name: isText }));

export const group = object<Group>({ groupId: isFilled, name: isText });

export const groups = list('groups', group);

export const assignments = list(
	'assignments',
	object<Assignment>({
		userId: isFilled,
		assessmentName: optional(isText),
		userAssessmentId: isFilled,
		userAssessmentStatus: optional(isText),
		email: optional(isText),
		givenName: optional(isText),
		surName: optional(isText),
		uniqueIdentifier: optional(isText),
		assignedAt: optional(isText),
		expiresAt: optional(isText),
		completedAt: optional(isText),
	}),
);

export const assigned = object<AssignResponse>({
	userId: isFilled,
	userAssessmentId: isFilled,
	signInUrl: isFilled,
	signInUrlExpiresAt: isFilled,
});

/** Null where the user is not found. */
export const signInLink = orNone(object<SignInLink>({ signInUrl: isFilled, expiresAt: isFilled }));

/** Null where none is registered. */
export const webhookRegistration = orNone(object<WebhookRegistration>({ url: isFilled, createdAt: isFilled }));

/** Only what this package reads is checked, and only the id must be there: a deprecated version has fewer fields. */
const scoreReport = object<ScoreReport>({
	userAssessmentId: isFilled,
	assessmentType: optional(isText),
	assessmentName: optional(isText),
	status: optional(isText),
	started: optional(isText),
	completed: optional(isText),
	score: optional(isNumber),
	placement: optional(isText),
	openResponses: optional(isResponseList('responseAudioUrl')),
	writingOpenResponses: optional(isResponseList('responseTextUrl')),
	certificateUrl: optional(isText),
});

const userFields = object<Omit<User, 'scoreReports'>>({
	userId: isFilled,
	email: optional(isText),
	uniqueIdentifier: optional(isText),
});

const userReports = list('scoreReports', scoreReport);

/** A User object, in the deprecated versions with fewer fields (specification: Versions). */
export const userObject: ResponseCheck<User> = (body) => {
	const fields = userFields(body);
	if ('problem' in fields) return fields;
	const scoreReports = userReports(body);
	return 'problem' in scoreReports ? scoreReports : { value: { ...fields.value, scoreReports: scoreReports.value } };
};

/** The answer of POST /score: null where the user is not found. */
export const user = orNone(userObject);

export const userScores = list('userScores', userObject);

const registered = object<{ signingKey: string }>({ signingKey: isFilled });

/** The body of POST /webhook. Without a key nobody could verify the events; the deprecated versions send no body. */
export const signingKey: ResponseCheck<string> = (body) => {
	const checked = registered(body);
	return 'problem' in checked ? checked : { value: checked.value.signingKey };
};

/** For answers without content: whatever comes is ignored. */
export const nothing: ResponseCheck<null> = () => ({ value: null });

type FieldCheck = (value: unknown) => boolean;

/** For endpoints that may answer 204 (specification: Errors). */
function orNone<T>(check: ResponseCheck<T>): ResponseCheck<T | null> {
	return (body) => (body === undefined ? { value: null } : check(body));
}

function list<T>(array: string, element: ResponseCheck<T>): ListCheck<T> {
	const check: ResponseCheck<T[]> = (body) => {
		if (!isRecord(body)) return { problem: describeInstead(body) };
		const elements: unknown = body[array];
		if (!Array.isArray(elements)) return { problem: `it has no array '${array}'` };
		const values: T[] = [];
		for (const [index, candidate] of elements.entries()) {
			const checked = element(candidate);
			if ('problem' in checked) return { problem: elementProblem(array, index, checked.problem) };
			values.push(checked.value);
		}
		return { value: values };
	};
	return Object.assign(check, { array, element });
}

function object<T extends object>(checks: { [field in keyof T]?: FieldCheck }): ResponseCheck<T> {
	const fields = Object.entries<FieldCheck | undefined>(checks);
	const wrongField = (body: Record<string, unknown>) =>
		fields.find(([field, check]) => check !== undefined && !check(body[field]))?.[0];
	const isValid = (body: Record<string, unknown>): body is Record<string, unknown> & T =>
		wrongField(body) === undefined;
	return (body) => {
		if (!isRecord(body)) return { problem: describeInstead(body) };
		if (isValid(body)) return { value: body };
		const field = wrongField(body) ?? '';
		return { problem: field in body ? `its '${field}' is not of the kind specified` : `it has no '${field}'` };
	};
}

function optional(check: FieldCheck): FieldCheck {
	return (value) => value === undefined || value === null || check(value);
}

function isResponseList(linkField: string): FieldCheck {
	return (value) =>
		Array.isArray(value) && value.every((entry) => isRecord(entry) && optional(isText)(entry[linkField]));
}

/** A text that has something in it, such as an id or an address. */
function isFilled(value: unknown): value is string {
	return isText(value) && value !== '';
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** JSON has numbers that are too large for JavaScript. */
function isNumber(value: unknown): value is number {
	return Number.isFinite(value);
}

function describeInstead(body: unknown): string {
	if (body === undefined || body === null || body === '') return 'it is empty';
	if (typeof body !== 'string')
		return `it is ${Array.isArray(body) ? 'an array' : `a ${typeof body}`} and not an object`;
	return /^\s*</.test(body) ? 'it is a web page (HTML) and not JSON' : 'it is not JSON but text';
}
