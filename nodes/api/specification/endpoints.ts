import * as responses from './responses';

/** An operation in the API specification. */
interface Endpoint {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** The path relative to {base_url}. A file's URL comes from its link instead. */
	readonly path: string;
	/** Whether sending a request twice does no harm. If not, it's only retried if the service certainly hasn't processed it. */
	readonly repeatable: boolean;
	/** Whether the deprecated versions have the endpoint (specification: Versions). */
	readonly inDeprecatedVersions: boolean;
	/** The endpoint's name in messages, if its path means nothing to a reader. */
	readonly label?: string;
	/** Checks the body of a successful response. A file has no such check. */
	readonly response: responses.ResponseCheck<unknown>;
}

const { anythingCheck } = responses;
const current = { inDeprecatedVersions: false };

export const ENDPOINTS = {
	listAssessments: get('/assessments', responses.assessmentsCheck),
	listGroups: get('/groups', responses.groupsCheck),
	createGroup: post('/groups', responses.groupCheck, { repeatable: false }),
	assign: post('/assign', responses.assignedCheck, { repeatable: false }),
	createSignInToken: post('/create-sign-in-token', responses.signInLinkCheck, { repeatable: true }),
	listAssignments: { ...post('/assignments', responses.assignmentsCheck, { repeatable: true }), ...current },
	getScore: post('/score', responses.userCheck, { repeatable: true }),
	listScores: post('/scores', responses.userScoresCheck, { repeatable: true }),
	downloadAudio: { ...get('/<responseAudioUrl>', anythingCheck), label: 'audio download' },
	downloadText: { ...get('/<responseTextUrl>', anythingCheck), ...current, label: 'text download' },
	downloadCertificate: { ...get('/<certificateUrl>', anythingCheck), ...current, label: 'certificate download' },
	registerWebhook: post('/webhook', responses.signingKeyCheck, { repeatable: false }),
	getWebhook: get('/webhook', responses.webhookCheck),
	deleteWebhook: { ...get('/webhook', anythingCheck), method: 'DELETE' },
	sendExampleEvent: post('/webhook/example', anythingCheck, { repeatable: false }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

export type ResponseOf<Name extends EndpointName> =
	(typeof ENDPOINTS)[Name]['response'] extends responses.ResponseCheck<infer T> ? T : never;

/** The endpoints that respond with one long list, and the elements of their lists. */
export type ListName = 'listAssessments' | 'listGroups' | 'listAssignments' | 'listScores';
export type ElementOf<Name extends ListName> = ResponseOf<Name> extends Array<infer E> ? E : never;

/** Returns the endpoint's name in error messages, e.g. `POST /assign`. */
export function endpointLabel(name: EndpointName): string {
	const { method, path, label }: Endpoint = ENDPOINTS[name];
	return label ?? `${method} ${path}`;
}

function get<R>(path: string, response: R) {
	return { method: 'GET', path, response, repeatable: true, inDeprecatedVersions: true } as const;
}

function post<R>(path: string, response: R, { repeatable }: Pick<Endpoint, 'repeatable'>) {
	return { method: 'POST', path, response, repeatable, inDeprecatedVersions: true } as const;
}
