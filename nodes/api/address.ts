/** The version that the package is written for: specification, Versioning 1. */
export const CURRENT_VERSION = '2020q3';

/** Versions with fewer endpoints and fields: specification, Versioning 4. */
export const DEPRECATED_VERSIONS: readonly string[] = ['beta', '2020q1'];

const VERSION_SEGMENT = '\\/(?:beta|\\d{4}q[1-4])$';
const ALLOWED_ORIGIN = '^(?:https:\\/\\/|http:\\/\\/(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d+)?(?:\\/|$))';

export const ADDRESS_PROBLEM =
	"The 'Service Address' of the credentials must be a full address that starts with https://, e.g. https://assess.example.com";

export type Address = { baseHost: string } | { problem: string };

/**
 * Brings the 'Service Address' of the credentials into the specification's form of {base_host}: no trailing slash, no
 * version segment. A path prefix stays. Plain http is for this machine only, since the key travels with every request.
 */
export function normalizeAddress(input: string): Address {
	const trimmed = input.trim();
	const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
	if (url === undefined || !new RegExp(ALLOWED_ORIGIN, 'i').test(trimmed)) {
		return { problem: ADDRESS_PROBLEM };
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		return { problem: `${ADDRESS_PROBLEM} (without a user name, '?' or '#')` };
	}
	const path = withoutTrailingSlashes(
		withoutTrailingSlashes(url.pathname).replace(new RegExp(VERSION_SEGMENT, 'i'), ''),
	);
	return { baseHost: `${url.origin}${path}` };
}

export function isDeprecatedVersion(apiVersion: string): boolean {
	return DEPRECATED_VERSIONS.includes(apiVersion);
}

/**
 * The same normalisation as an n8n expression, since a declarative credential test can run no code of ours. An address
 * that is refused gives no URL, so that the key is not sent.
 */
export const CREDENTIAL_TEST_BASE_URL = [
	'={{',
	`/${ALLOWED_ORIGIN}/i.test($credentials.baseHost.trim())`,
	`? $credentials.baseHost.trim().replace(/\\/+$/, "").replace(/${VERSION_SEGMENT}/i, "").replace(/\\/+$/, "")`,
	'+ "/" + $credentials.apiVersion.trim()',
	`: "refused: the Service Address must start with https://"`,
	'}}',
].join(' ');

function withoutTrailingSlashes(path: string): string {
	return path.replace(/\/+$/, '');
}
