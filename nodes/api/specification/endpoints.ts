/** An operation in the API specification. */
interface Endpoint {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** The path relative to {base_url}. A file's URL comes from its link instead. */
	readonly path: string;
	/** Whether a 204 is a success here (specification: Errors). */
	readonly mayBeEmpty: boolean;
	/** Whether sending a request twice does no harm. If not, it's only retried if the service certainly hasn't processed it. */
	readonly repeatable: boolean;
	/** Whether the deprecated versions have the endpoint (specification: Versions). */
	readonly inDeprecatedVersions: boolean;
	/** The endpoint's name in messages, if its path means nothing to a reader. */
	readonly label?: string;
}

export const ENDPOINTS = {
	listAssessments: get('/assessments'),
	listGroups: get('/groups'),
	createGroup: post('/groups', { repeatable: false }),
	assign: post('/assign', { repeatable: false }),
	createSignInToken: { ...post('/create-sign-in-token', { repeatable: true }), mayBeEmpty: true },
	listAssignments: { ...post('/assignments', { repeatable: true }), inDeprecatedVersions: false },
	getScore: { ...post('/score', { repeatable: true }), mayBeEmpty: true },
	listScores: post('/scores', { repeatable: true }),
	downloadAudio: { ...get('/<responseAudioUrl>'), label: 'audio download' },
	downloadText: { ...get('/<responseTextUrl>'), inDeprecatedVersions: false, label: 'text download' },
	downloadCertificate: { ...get('/<certificateUrl>'), inDeprecatedVersions: false, label: 'certificate download' },
	registerWebhook: post('/webhook', { repeatable: false }),
	getWebhook: { ...get('/webhook'), mayBeEmpty: true },
	deleteWebhook: { method: 'DELETE', path: '/webhook', mayBeEmpty: true, repeatable: true, inDeprecatedVersions: true },
	sendExampleEvent: { ...post('/webhook/example', { repeatable: false }), mayBeEmpty: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Returns the endpoint's name in error messages, e.g. `POST /assign`. */
export function endpointLabel(name: EndpointName): string {
	const { method, path, label }: Endpoint = ENDPOINTS[name];
	return label ?? `${method} ${path}`;
}

function get(path: string) {
	return { method: 'GET', path, mayBeEmpty: false, repeatable: true, inDeprecatedVersions: true } as const;
}

function post(path: string, { repeatable }: Pick<Endpoint, 'repeatable'>) {
	return { method: 'POST', path, mayBeEmpty: false, repeatable, inDeprecatedVersions: true } as const;
}
