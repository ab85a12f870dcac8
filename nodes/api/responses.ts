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

export type ResponseCheck<T> = (body: unknown) => Checked<T>;

export const assessments = list('assessments', object<Assessment>({ assessmentId: isString, name: isString }));

export const groups = list('groups', object<Group>({ groupId: isString, name: isString }));

export const group: ResponseCheck<Group> = object<Group>({ groupId: isString, name: isString });

export const assignments = list(
	'assignments',
	object<Assignment>({
		userId: isString,
		assessmentName: isString,
		userAssessmentId: isString,
		userAssessmentStatus: isString,
	}),
);

export const assigned = object<AssignResponse>({
	userId: isString,
	userAssessmentId: isString,
	signInUrl: isString,
	signInUrlExpiresAt: isString,
});

export const signInLink = object<SignInLink>({ signInUrl: isString, expiresAt: isString });

export const webhookRegistration = object<WebhookRegistration>({ url: isString, createdAt: isString });

const scoreReport = object<ScoreReport>({ userAssessmentId: isString });

/** A User object, in the deprecated versions with fewer fields: specification, Versioning 4. */
export const user: ResponseCheck<User> = (body) => {
	const problem = userProblem(body);
	return problem === undefined && isUser(body) ? { value: body } : { problem: problem ?? 'it is not a user' };
};

export const userScores = list('userScores', user);

/** The body of POST /webhook: the deprecated versions send none, and so no signing key. */
export const signingKey: ResponseCheck<string | null> = (body) => {
	if (body === '' || body === undefined || body === null) return { value: null };
	if (!isRecord(body)) return { problem: describeInstead(body) };
	if (body.signingKey === undefined || body.signingKey === null) return { value: null };
	return typeof body.signingKey === 'string' ? { value: body.signingKey } : { problem: "'signingKey' is not a text" };
};

/** For answers without content: whatever comes is ignored. */
export const nothing: ResponseCheck<null> = () => ({ value: null });

function userProblem(body: unknown): string | undefined {
	if (!isRecord(body)) return describeInstead(body);
	if (!isString(body.userId)) return "it has no 'userId'";
	if (!Array.isArray(body.scoreReports)) return "it has no array 'scoreReports'";
	for (const [index, report] of body.scoreReports.entries()) {
		const checked = scoreReport(report);
		if ('problem' in checked) return `in 'scoreReports', entry ${index + 1}: ${checked.problem}`;
	}
	return undefined;
}

function isUser(body: unknown): body is User {
	return userProblem(body) === undefined;
}

function list<T>(name: string, element: ResponseCheck<T>): ResponseCheck<T[]> {
	return (body) => {
		if (!isRecord(body)) return { problem: describeInstead(body) };
		const elements: unknown = body[name];
		if (!Array.isArray(elements)) return { problem: `it has no array '${name}'` };
		const values: T[] = [];
		for (const [index, candidate] of elements.entries()) {
			const checked = element(candidate);
			if ('problem' in checked) return { problem: `in '${name}', entry ${index + 1}: ${checked.problem}` };
			values.push(checked.value);
		}
		return { value: values };
	};
}

function object<T extends object>(required: { [field in keyof T]?: (value: unknown) => boolean }): ResponseCheck<T> {
	const fields: Array<[string, unknown]> = Object.entries(required);
	const problemOf = (body: unknown): string | undefined => {
		if (!isRecord(body)) return describeInstead(body);
		const missing = fields.find(([field, check]) => typeof check === 'function' && !check(body[field]));
		return missing === undefined ? undefined : `it has no '${missing[0]}'`;
	};
	const isValid = (body: unknown): body is T => problemOf(body) === undefined;
	return (body) => {
		if (isValid(body)) return { value: body };
		return { problem: problemOf(body) ?? 'it is not valid' };
	};
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function describeInstead(body: unknown): string {
	if (typeof body === 'string') {
		return /^\s*</.test(body) ? 'it is a web page (HTML) and not JSON' : 'it is not JSON';
	}
	if (Array.isArray(body)) return 'it is an array and not an object';
	return 'it is empty';
}
