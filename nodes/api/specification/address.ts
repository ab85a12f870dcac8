/** The version that the package is written for (specification: Versions). */
export const CURRENT_VERSION = '2020q3';

/** Versions with fewer endpoints and fields (specification: Versions). */
const DEPRECATED_VERSIONS: readonly string[] = ['beta', '2020q1'];

/**
 * One grammar for the nodes and for the credential test, as the source of a regular expression: https, or http on
 * loopback, then host, port and path. A user name, `?`, `#`, `\`, white space, control characters and dot segments
 * have no place in it.
 */
const ADDRESS =
	'^(?:https:\\/\\/(?:[^\\s\\x00-\\x1f\\/\\\\?#@:[\\]]+|\\[[\\da-f:.]+\\])|http:\\/\\/(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))' +
	'(?::\\d+)?(?:\\/(?!(?:\\.|%2e){1,2}(?:\\/|$))[^\\s\\x00-\\x1f\\/\\\\?#]*)*$';

/** At the end of a path; not the host of `https://beta`. */
const VERSION_SEGMENT = '(?<!:\\/)\\/(?:beta|\\d{4}q[1-4])$';

const VERSION = '^(?!\\.+$)[\\w.-]+$';

const ADDRESS_PROBLEM =
	"The 'Service Address' of the credentials must start with https://, e.g. https://assess.example.com, and have no user name, '?' or '#'";

const VERSION_PROBLEM = `The 'API Version' of the credentials must be one word such as ${CURRENT_VERSION}`;

type Address = { baseHost: string } | { problem: string };

/**
 * Brings the 'Service Address' of the credentials into the form of {base_host} (specification: Addresses): no
 * trailing slash, no version segment. A path prefix stays. Plain http is for this machine only, since the key travels with every request.
 */
export function normalizeAddress(input: string): Address {
	const trimmed = input.trim();
	if (!new RegExp(ADDRESS, 'i').test(trimmed) || !URL.canParse(trimmed)) return { problem: ADDRESS_PROBLEM };
	const { origin, pathname } = new URL(trimmed);
	const address = `${origin}${pathname}`;
	return {
		baseHost: withoutTrailingSlashes(withoutTrailingSlashes(address).replace(new RegExp(VERSION_SEGMENT, 'i'), '')),
	};
}

/** The 'API Version' of the credentials, the current one when it is empty; undefined when it is no path segment. */
export function normalizeVersion(input: string): string | undefined {
	const version = input.trim().toLowerCase() || CURRENT_VERSION;
	return new RegExp(VERSION).test(version) ? version : undefined;
}

export function isDeprecatedVersion(apiVersion: string): boolean {
	return DEPRECATED_VERSIONS.includes(apiVersion);
}

/** Whether registering a webhook gives a key, without which events carry no signature (specification: Versions). */
export function givesSigningKey(apiVersion: string): boolean {
	return !isDeprecatedVersion(apiVersion);
}

const IS_ADDRESS = `/${ADDRESS}/i.test($credentials.baseHost.trim())`;

const IS_VERSION = `/${VERSION}/.test($credentials.apiVersion.trim() || "${CURRENT_VERSION}")`;

/**
 * {base_url} by the same rules as an n8n expression, since a declarative credential test can run no code of ours. What is
 * refused gives no URL, so that the key is not sent.
 */
export const CREDENTIAL_TEST_BASE_URL = [
	`={{ ${IS_ADDRESS} && ${IS_VERSION}`,
	`? $credentials.baseHost.trim().replace(/\\/+$/, "").replace(/${VERSION_SEGMENT}/i, "").replace(/\\/+$/, "")`,
	`+ "/" + ($credentials.apiVersion.trim().toLowerCase() || "${CURRENT_VERSION}")`,
	': "refused" }}',
].join(' ');

/**
 * The path of the credential test. n8n shows what an expression throws, and where it doesn't (the older of its two
 * expression engines), only the code ERR_INVALID_URL of what the base URL is then.
 */
export const CREDENTIAL_TEST_PATH = [
	`={{ ${IS_ADDRESS} && ${IS_VERSION}`,
	'? "/assessments"',
	`: (() => { throw Object.assign(new Error(${IS_ADDRESS} ? "${VERSION_PROBLEM}" : "${ADDRESS_PROBLEM}"), { name: "ExpressionError" }); })() }}`,
].join(' ');

function withoutTrailingSlashes(path: string): string {
	return path.replace(/\/+$/, '');
}
