/** An operation in the API specification. */
interface Endpoint {
	readonly method: 'GET' | 'POST' | 'DELETE';
	/** The path relative to {base_url}. A file's URL comes from its link instead. */
	readonly path: string;
	/** Whether a 204 is a success here (specification: Errors). */
	readonly mayBeEmpty: boolean;
	/** Whether sending a request twice does no harm. If not, it isn't retried while the service may have processed it. */
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
	deleteWebhook: { ...get('/webhook'), method: 'DELETE', mayBeEmpty: true },
	sendExampleEvent: { ...post('/webhook/example', { repeatable: false }), mayBeEmpty: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** Every 2xx is a success (specification: Errors). */
export function is2xx(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** Whether a response can contain what the endpoint returns, because only some endpoints may answer 204. */
export function isSuccess(name: EndpointName, status: number): boolean {
	return status === 204 ? ENDPOINTS[name].mayBeEmpty : is2xx(status);
}

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

/** The version that this package is written for (specification: Versions). */
export const CURRENT_VERSION = '2020q3';

/** Whether the version has fewer endpoints and fields (specification: Versions). */
export function isDeprecatedVersion(apiVersion: string): boolean {
	return ['beta', '2020q1'].includes(apiVersion);
}

/** Whether registering a webhook returns a key. Without one, events carry no signature (specification: Versions). */
export function givesSigningKey(apiVersion: string): boolean {
	return !isDeprecatedVersion(apiVersion);
}

/** Patterns of rejected links. They're matched before `new URL` resolves dot segments, including percent-encoded ones. */
const UNWANTED: ReadonlyArray<[pattern: RegExp, reason: string]> = [
	[/^$/, "it's empty"],
	[/[^!-~\x80-\uffff]/, 'it contains spaces or control characters'],
	[/\\/, 'it contains a backslash'],
	[/^\/\//, 'it names another host'],
	[/^[?#]/, 'it has no path'],
	[/^(?!https?:\/\/[^/])[a-z][a-z0-9+.-]*:/i, "it isn't an http or https URL"],
	[/^[^?#]*(?:%2f|%5c)/i, 'it contains an encoded slash or backslash (%2F or %5C)'],
	[/^(?:[^?#]*\/)?(?:\.|%2e){1,2}(?:[/?#]|$)/i, "it contains '..' or '.' as a path segment"],
];

/**
 * Returns the URL to download from, {base_host}/<link> (specification: Links), for a link from a score report. The request contains
 * the API key, so the URL must stay under {base_host}.
 *
 * @param link relative (starting with the version segment, with or without a leading slash), or absolute under {base_host}
 */
export function resolveLink(baseHost: string, link: string): { url: string } | { problem: string } {
	const trimmed = link.trim();
	const reason = UNWANTED.find(([pattern]) => pattern.test(trimmed))?.[1];
	if (reason !== undefined) return { problem: reason };
	const isAbsolute = /^https?:/i.test(trimmed);
	const candidate = isAbsolute ? trimmed : `${baseHost}/${trimmed.replace(/^\//, '')}`;
	if (!URL.canParse(candidate)) return { problem: "it isn't a valid URL" };
	const base = new URL(baseHost);
	const url = new URL(candidate);
	if (url.username !== '' || url.password !== '') return { problem: 'it contains a user name or password' };
	const prefix = `${base.pathname.replace(/\/$/, '')}/`;
	if (url.origin !== base.origin || !url.pathname.startsWith(prefix) || url.pathname === prefix) {
		return { problem: 'it leads outside the service' };
	}
	url.hash = '';
	return { url: url.href };
}

/** Returns the last path segment, decoded if possible: an ID to name a downloaded file after. */
export function linkId(url: string): string {
	const segment = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
	return /^(?:[^%]|%[0-7][0-9a-f])*$/i.test(segment) ? decodeURIComponent(segment) : segment;
}
