/** One operation of the specification. */
interface Endpoint {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** Relative to {base_url}; a file's address comes from its link instead. */
	readonly path: string;
	/** Whether 204 is among its successes (specification: Errors). */
	readonly mayBeEmpty: boolean;
	/**
	 * Whether the same request sent again does no harm. One that is not repeatable is never sent again while it is in doubt
	 * whether the service has processed it.
	 */
	readonly repeatable: boolean;
	/** Whether the deprecated versions have it (specification: Versions). */
	readonly inDeprecatedVersions: boolean;
	/** What it is called in messages, where its path says nothing to the reader. */
	readonly label?: string;
}

export const ENDPOINTS = {
	listAssessments: get('/assessments'),
	listGroups: get('/groups'),
	createGroup: { ...post('/groups'), repeatable: false },
	assign: { ...post('/assign'), repeatable: false },
	createSignInToken: { ...post('/create-sign-in-token'), mayBeEmpty: true },
	listAssignments: { ...post('/assignments'), inDeprecatedVersions: false },
	getScore: { ...post('/score'), mayBeEmpty: true },
	listScores: post('/scores'),
	downloadAudio: { ...get('/<responseAudioUrl>'), label: 'audio download' },
	downloadText: { ...get('/<responseTextUrl>'), inDeprecatedVersions: false, label: 'text download' },
	downloadCertificate: { ...get('/<certificateUrl>'), inDeprecatedVersions: false, label: 'certificate download' },
	registerWebhook: { ...post('/webhook'), repeatable: false },
	getWebhook: { ...get('/webhook'), mayBeEmpty: true },
	deleteWebhook: { ...get('/webhook'), method: 'DELETE', mayBeEmpty: true },
	sendExampleEvent: { ...post('/webhook/example'), mayBeEmpty: true, repeatable: false },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Every 2xx is a success (specification: Errors). */
export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** Whether an answer can tell what the endpoint is asked for: without content, only some can. */
export function isSuccessStatus(name: EndpointName, status: number): boolean {
	return status === 204 ? ENDPOINTS[name].mayBeEmpty : isSuccess(status);
}

/** How error messages call an endpoint, e.g. `POST /assign`. */
export function endpointLabel(name: EndpointName): string {
	const { method, path, label }: Endpoint = ENDPOINTS[name];
	return label ?? `${method} ${path}`;
}

function get(path: string) {
	return { method: 'GET', path, mayBeEmpty: false, repeatable: true, inDeprecatedVersions: true } as const;
}

function post(path: string) {
	return { method: 'POST', path, mayBeEmpty: false, repeatable: true, inDeprecatedVersions: true } as const;
}
