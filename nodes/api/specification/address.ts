/** The version that this package is written for (specification: Versions). */
export const CURRENT_VERSION = '2020q3';

/**
 * The 'Service Address' as the source of a regular expression, for the nodes and the credential test: https, or http on
 * loopback, then host, port and path. It allows no user name, `?`, `#`, `\`, white space, control characters or dot segments.
 */
const BASE_HOST =
	'^(?:https:\\/\\/(?:[^\\s\\x00-\\x1f\\/\\\\?#@:[\\]]+|\\[[\\da-f:.]+\\])|http:\\/\\/(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))' +
	'(?::\\d+)?(?:\\/(?!(?:\\.|%2e){1,2}(?:\\/|$))[^\\s\\x00-\\x1f\\/\\\\?#]*)*$';

/** As the source of a regular expression. It looks behind, so that it doesn't begin again at each slash of a row. */
const TRAILING_SLASHES = '(?<!\\/)\\/+$';

/** Matches a version at the end of a path, but not the host of `https://beta`. */
const VERSION_SEGMENT = '(?<!:\\/)\\/(?:beta|\\d{4}q[1-4])$';
const VERSION = '^(?!\\.+$)[\\w.-]+$';

const BASE_HOST_PROBLEM =
	"The 'Service Address' in the credentials must start with https://, e.g. https://assess.example.com, and can't contain a user name, '?' or '#'";

const VERSION_PROBLEM = `The 'API Version' in the credentials must be one word such as ${CURRENT_VERSION}`;

/**
 * Turns 'Service Address' and 'API Version' into {base_host} and the version segment (specification: URLs). The address loses
 * trailing slashes and its own version segment, and keeps a path prefix. Without a version, the current one counts. Plain http is
 * only allowed for this machine, because each request contains the API key.
 */
export function normalizeAddress(
	address: string,
	version: string,
): { baseHost: string; apiVersion: string } | { problem: string } {
	const trimmed = address.trim();
	if (!new RegExp(BASE_HOST, 'i').test(trimmed) || !URL.canParse(trimmed)) return { problem: BASE_HOST_PROBLEM };
	const apiVersion = version.trim().toLowerCase() || CURRENT_VERSION;
	if (!new RegExp(VERSION).test(apiVersion)) return { problem: VERSION_PROBLEM };
	const { origin, pathname } = new URL(trimmed);
	const withoutSlashes = (url: string) => url.replace(new RegExp(TRAILING_SLASHES), '');
	const whole = withoutSlashes(`${origin}${pathname}`);
	return { baseHost: withoutSlashes(whole.replace(new RegExp(VERSION_SEGMENT, 'i'), '')), apiVersion };
}

const IS_BASE_HOST = `/${BASE_HOST}/i.test($credentials.baseHost.trim())`;
const IS_VERSION = `/${VERSION}/.test($credentials.apiVersion.trim() || "${CURRENT_VERSION}")`;

const ifAccepted = (value: string, otherwise: string) =>
	`={{ ${IS_BASE_HOST} && ${IS_VERSION} ? ${value} : ${otherwise} }}`;

/**
 * The URL of the credential test by the same rules, as n8n expressions, because a declarative test can't run our code. For rejected
 * credentials, `baseURL` isn't a URL, so the key isn't sent, and `url` throws an error. n8n's newer expression engine shows the
 * error's message. The older one hides it, and n8n then shows ERR_INVALID_URL because of the base URL.
 */
export const CREDENTIAL_TEST = {
	baseURL: ifAccepted(
		`$credentials.baseHost.trim().replace(/${TRAILING_SLASHES}/, "").replace(/${VERSION_SEGMENT}/i, "").replace(/${TRAILING_SLASHES}/, "") + "/" + ($credentials.apiVersion.trim().toLowerCase() || "${CURRENT_VERSION}")`,
		'"refused"',
	),
	url: ifAccepted(
		'"/assessments"',
		`(() => { throw Object.assign(new Error(${IS_BASE_HOST} ? "${VERSION_PROBLEM}" : "${BASE_HOST_PROBLEM}"), { name: "ExpressionError" }); })()`,
	),
};
