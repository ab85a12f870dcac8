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
export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** Whether a response can contain what the endpoint returns, because only some endpoints may answer 204. */
export function isSuccessStatus(name: EndpointName, status: number): boolean {
	return status === 204 ? ENDPOINTS[name].mayBeEmpty : isSuccess(status);
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

/**
 * The 'Service Address' as the source of a regular expression, for the nodes and the credential test: https, or http on
 * loopback, then host, port and path. It allows no user name, `?`, `#`, `\`, white space, control characters or dot segments.
 */
const ADDRESS =
	'^(?:https:\\/\\/(?:[^\\s\\x00-\\x1f\\/\\\\?#@:[\\]]+|\\[[\\da-f:.]+\\])|http:\\/\\/(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))' +
	'(?::\\d+)?(?:\\/(?!(?:\\.|%2e){1,2}(?:\\/|$))[^\\s\\x00-\\x1f\\/\\\\?#]*)*$';

/** Matches a version at the end of a path, but not the host of `https://beta`. */
const VERSION_SEGMENT = '(?<!:\\/)\\/(?:beta|\\d{4}q[1-4])$';
const VERSION = '^(?!\\.+$)[\\w.-]+$';

const ADDRESS_PROBLEM =
	"The 'Service Address' in the credentials must start with https://, e.g. https://assess.example.com, and have no user name, '?' or '#'";

const VERSION_PROBLEM = `The 'API Version' in the credentials must be one word such as ${CURRENT_VERSION}`;

/**
 * Turns the 'Service Address' into {base_host} (specification: Addresses), without trailing slashes and version segment. A path
 * prefix stays. Plain http is only allowed for this machine, because each request contains the API key.
 */
export function normalizeAddress(input: string): { baseHost: string } | { problem: string } {
	const trimmed = input.trim();
	if (!new RegExp(ADDRESS, 'i').test(trimmed) || !URL.canParse(trimmed)) return { problem: ADDRESS_PROBLEM };
	const { origin, pathname } = new URL(trimmed);
	const whole = withoutTrailingSlashes(`${origin}${pathname}`);
	return { baseHost: withoutTrailingSlashes(whole.replace(new RegExp(VERSION_SEGMENT, 'i'), '')) };
}

/** Returns the 'API Version' of the credentials, or the current one if it's empty. Undefined if it can't be a path segment. */
export function normalizeVersion(input: string): string | undefined {
	const version = input.trim().toLowerCase() || CURRENT_VERSION;
	return new RegExp(VERSION).test(version) ? version : undefined;
}

const IS_ADDRESS = `/${ADDRESS}/i.test($credentials.baseHost.trim())`;
const IS_VERSION = `/${VERSION}/.test($credentials.apiVersion.trim() || "${CURRENT_VERSION}")`;

/**
 * {base_url} by the same rules, as an n8n expression, because a declarative credential test can't run our code. For rejected
 * credentials, the expression returns no URL, so the key isn't sent.
 */
export const CREDENTIAL_TEST_BASE_URL = [
	`={{ ${IS_ADDRESS} && ${IS_VERSION}`,
	`? $credentials.baseHost.trim().replace(/\\/+$/, "").replace(/${VERSION_SEGMENT}/i, "").replace(/\\/+$/, "")`,
	`+ "/" + ($credentials.apiVersion.trim().toLowerCase() || "${CURRENT_VERSION}")`,
	': "refused" }}',
].join(' ');

/**
 * The path of the credential test. For rejected credentials, the expression throws. n8n's newer expression engine shows its
 * message. The older one hides it, and n8n then shows ERR_INVALID_URL because of the base URL.
 */
export const CREDENTIAL_TEST_PATH = [
	`={{ ${IS_ADDRESS} && ${IS_VERSION}`,
	'? "/assessments"',
	`: (() => { throw Object.assign(new Error(${IS_ADDRESS} ? "${VERSION_PROBLEM}" : "${ADDRESS_PROBLEM}"), { name: "ExpressionError" }); })() }}`,
].join(' ');

function withoutTrailingSlashes(path: string): string {
	return path.replace(/\/+$/, '');
}
