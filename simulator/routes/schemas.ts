import { parseInstant } from '../timestamps.ts';
import { ASSIGNMENT_STATUSES } from '../shapes.ts';

/** JSON schemas of the request bodies (specification, Endpoints). What they don't name is refused. */

function parsedUrl(text: string): URL | null {
	return /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** Formats that the schemas use beyond the usual ones. */
export const FORMATS = {
	instant: (text: string): boolean => parseInstant(text) !== null,
	'absolute-url': (text: string): boolean => parsedUrl(text) !== null,
	'web-url': (text: string): boolean => ['http:', 'https:'].includes(parsedUrl(text)?.protocol ?? ''),
};

export interface BodySchema {
	type: 'object';
	additionalProperties: false;
	required: readonly string[];
	properties: Record<string, object>;
}

export function body(properties: Record<string, object>, required: readonly string[] = []): BodySchema {
	return { type: 'object', additionalProperties: false, required, properties };
}

const text = { type: 'string' };
const filled = { type: 'string', pattern: '\\S' };
const uuid = {
	type: 'string',
	pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
};
const uuids = { type: 'array', items: uuid };
const instant = { type: 'string', format: 'instant' };
/** The limit of 200 characters is /assign's alone (specification, Limits). */
const userIdentity = { userId: uuid, emailAddress: text, uniqueIdentifier: text };

export const CREATE_GROUP = body({ name: filled }, ['name']);

export const ASSIGN = body(
	{
		assessmentId: uuid,
		givenName: text,
		surName: text,
		emailAddress: text,
		uniqueIdentifier: { type: 'string', maxLength: 200 },
		studentId: text,
		assignedGroups: uuids,
		returnUrl: { type: 'string', format: 'absolute-url' },
	},
	['assessmentId'],
);

export const CREATE_SIGN_IN_TOKEN = body({ ...userIdentity, userAssessmentId: uuid });

export const ASSIGNMENTS = body(
	{
		assignedOnOrAfter: instant,
		assignedOnOrBefore: instant,
		statuses: { type: 'array', items: { type: 'string', enum: ASSIGNMENT_STATUSES } },
	},
	['assignedOnOrAfter'],
);

export const SCORE = body(userIdentity);

export const SCORES = body({
	groupIds: uuids,
	startedOnOrAfter: instant,
	startedOnOrBefore: instant,
	completedOnOrAfter: instant,
	completedOnOrBefore: instant,
	includeIncompleteAssessments: { type: 'boolean' },
});

export const REGISTER_WEBHOOK = body({ url: { type: 'string', format: 'web-url' } }, ['url']);
