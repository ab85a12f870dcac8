export type ResolvedLink = { url: string } | { problem: string };

/**
 * Turns a link from a score report into the address to download from: {base_host}/<link> (specification, "GET
 * {base_host}/<responseAudioUrl>"). The key is sent along, so nothing outside {base_host} may come out.
 *
 * @param baseHost normalised {base_host}
 * @param link relative (starting with the version segment, with or without a leading slash), or absolute under {base_host}
 */
export function resolveLink(baseHost: string, link: string): ResolvedLink {
	const trimmed = link.trim();
	if (trimmed === '') return refused('it is empty');
	if (hasControlCharacterOrSpace(trimmed)) return refused('it contains spaces or control characters');
	if (trimmed.includes('\\')) return refused('it contains a backslash');
	if (trimmed.startsWith('//')) return refused('it names another host');
	if (trimmed.startsWith('?') || trimmed.startsWith('#')) return refused('it has no path');

	const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(trimmed);
	if (isAbsolute && !/^https?:\/\/[^/]/i.test(trimmed)) return refused('it is not an http address');
	const candidate = isAbsolute ? trimmed : `${baseHost}/${trimmed.replace(/^\//, '')}`;
	if (!URL.canParse(candidate)) return refused('it is not a valid address');
	const base = new URL(baseHost);
	const url = new URL(candidate);
	if (url.username !== '' || url.password !== '') return refused('it contains a user name or password');
	if (/%2f|%5c/i.test(pathOf(candidate))) return refused('it contains an encoded slash or backslash (%2F or %5C)');
	if (hasDotSegment(candidate)) return refused("it contains '..' or '.' as a path segment");
	const prefix = `${base.pathname.replace(/\/$/, '')}/`;
	if (url.origin !== base.origin || !url.pathname.startsWith(prefix) || url.pathname === prefix) {
		return refused('it leads outside the service');
	}
	url.hash = '';
	return { url: url.href };
}

/** The last path segment, decoded where possible: an id by which a downloaded file can be named. */
export function linkId(url: string): string {
	const segment = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
	return /^(?:[^%]|%[0-7][0-9a-f])*$/i.test(segment) ? decodeURIComponent(segment) : segment;
}

function refused(reason: string): ResolvedLink {
	return { problem: `The link was refused because ${reason}` };
}

function hasControlCharacterOrSpace(text: string): boolean {
	return [...text].some((character) => character <= ' ' || character === '\u007f');
}

/** Looks at the text, because `new URL` has already resolved dot segments, percent-encoded ones included. */
function hasDotSegment(address: string): boolean {
	return pathOf(address)
		.split('/')
		.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

function pathOf(address: string): string {
	return address.split(/[?#]/, 1)[0] ?? '';
}
