/** The version that this package is written for (specification: Versions). */
export const CURRENT_VERSION = '2020q3';

/**
 * The 'Service Address' as the source of a regular expression: https, or http on loopback because each request contains the API key,
 * then host, port and path. It allows no user name, `?`, `#`, `\`, white space, control characters or dot segments.
 */
const BASE_HOST =
	'^(?:https:\\/\\/(?:[^\\s\\x00-\\x1f\\/\\\\?#@:[\\]]+|\\[[\\da-f:.]+\\])|http:\\/\\/(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))' +
	'(?::\\d+)?(?:\\/(?!(?:\\.|%2e){1,2}(?:\\/|$))[^\\s\\x00-\\x1f\\/\\\\?#]*)*$';

/** As the source of a regular expression. It looks behind, so that it doesn't begin again at each slash of a row. */
const TRAILING_SLASHES = '(?<!\\/)\\/+$';

/** Matches a version at the end of a path, but not the host of `https://beta`. */
const VERSION_SEGMENT = '(?<!:\\/)\\/(?:beta|\\d{4}q[1-4])$';

type Entered = Record<'apiKey' | 'baseHost' | 'apiVersion', string>;

interface Rule {
	field: keyof Entered;
	/** The source of a regular expression that the trimmed value matches in any case. */
	pattern: string;
	problem: string;
	advice?: string;
}

/** For the nodes and the credentials test. The first broken rule counts. */
const RULES: readonly Rule[] = [
	{
		field: 'apiKey',
		pattern: '.',
		problem: "The 'API Key' in the credentials is empty",
		advice: 'Create one in the admin dashboard (Settings, API Keys) and paste it into the credentials',
	},
	{
		field: 'apiKey',
		pattern: '^(?!bearer\\s)',
		problem: "The 'API Key' in the credentials begins with the word Bearer, which isn't part of the key",
		advice: 'Remove the word. The node adds it to each request',
	},
	{
		field: 'apiKey',
		pattern: '^[\\x21-\\x7e]*$',
		problem:
			"The 'API Key' in the credentials contains a space or an invalid character (e.g. a line break or a quotation mark “)",
		advice: 'Copy the API key again, without spaces or quotation marks',
	},
	{
		field: 'baseHost',
		pattern: BASE_HOST,
		problem:
			"The 'Service Address' in the credentials must start with https://, e.g. https://assess.example.com, and can't contain a user name, '?' or '#'",
	},
	{
		field: 'apiVersion',
		// Without a version, the current one counts.
		pattern: '^(?!\\.+$)[\\w.-]*$',
		problem: `The 'API Version' in the credentials must be one word such as ${CURRENT_VERSION}`,
	},
];

/** Checks the credentials, and returns {base_host}, without slash and version at its end, and the version (specification: URLs). */
export function usableCredentials(entered: Record<string, unknown>): Entered | Pick<Rule, 'problem' | 'advice'> {
	const textOf = (field: keyof Entered) => (typeof entered[field] === 'string' ? entered[field].trim() : '');
	const given = { apiKey: textOf('apiKey'), baseHost: textOf('baseHost'), apiVersion: textOf('apiVersion') };
	const { apiKey, baseHost, apiVersion } = given;
	const broken = RULES.find(({ field, pattern }) => {
		return !new RegExp(pattern, 'i').test(given[field]) || (field === 'baseHost' && !URL.canParse(baseHost));
	});
	if (broken !== undefined) return broken;
	const { origin, pathname } = new URL(baseHost);
	const withoutSlashes = (url: string) => url.replace(new RegExp(TRAILING_SLASHES), '');
	const unversioned = withoutSlashes(`${origin}${pathname}`).replace(new RegExp(VERSION_SEGMENT, 'i'), '');
	return { apiKey, baseHost: withoutSlashes(unversioned), apiVersion: apiVersion.toLowerCase() || CURRENT_VERSION };
}

/** The rules as a JavaScript expression that is the first broken rule's problem, or null. */
const PROBLEM = RULES.reduceRight((others, { field, pattern, problem, advice }) => {
	const message = JSON.stringify(advice === undefined ? problem : `${problem}. ${advice}`);
	return `!/${pattern}/i.test($credentials.${field}.trim()) ? ${message} : ${others}`;
}, 'null');

/**
 * The URL of the credential test by the same rules, as n8n expressions, because a declarative test can't run our code. For rejected
 * credentials, `baseURL` isn't a URL, so the key isn't sent, and `url` throws the message, which n8n's older expression engine hides.
 */
export const CREDENTIAL_TEST = {
	baseURL: `={{ (${PROBLEM}) === null ? $credentials.baseHost.trim().replace(/${TRAILING_SLASHES}/, "").replace(/${VERSION_SEGMENT}/i, "").replace(/${TRAILING_SLASHES}/, "") + "/" + ($credentials.apiVersion.trim().toLowerCase() || "${CURRENT_VERSION}") : "refused" }}`,
	url: `={{ ((problem) => { if (problem !== null) throw Object.assign(new Error(problem), { name: "ExpressionError" }); return "/assessments"; })(${PROBLEM}) }}`,
};

/** Whether a URL is complete: http or https, then a host, without white space or backslashes. */
export function isWebAddress(url: string): boolean {
	return /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(url) && URL.canParse(url);
}

/** Whether only this machine has the URL's host. */
export function isLoopback(url: string): boolean {
	return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** The addresses of RFC 1918, 3927, 4193 and 6598, this machine's, names for local networks, and names without a dot, e.g. of a container. */
const LOCAL_HOSTS = [
	/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
	/^\[(?:::1?|(?:f[cd]|fe[89ab]).*)\]$/,
	/^[^.[]+$|\.(?:local|localhost|internal|lan|home\.arpa)$/,
];

/** Whether only a local network has the URL's host. The service can be in that network, too. */
export function isLocal(url: string): boolean {
	return LOCAL_HOSTS.some((pattern) => pattern.test(new URL(url).hostname));
}
