const OUTSIDE = 'it leads outside the service';

/** Patterns of rejected links. They're matched before `new URL` resolves dot segments, including percent-encoded ones. */
const UNWANTED: ReadonlyArray<[pattern: RegExp, reason: string]> = [
	[/[^!-~\x80-\uffff]/, 'it contains spaces or control characters'],
	[/\\|^[^?#]*(?:%2f|%5c)/i, 'it contains a backslash, or an encoded slash or backslash (%2F or %5C)'],
	[/^(?:\/\/|(?!https?:\/\/[^/])[a-z][a-z0-9+.-]*:)/i, OUTSIDE],
	// Some servers ignore what follows a `;` in a segment.
	[/^(?:[^?#]*\/)?(?:\.|%2e){1,2}(?:[/?#;]|%3b|$)/i, "it contains '..' or '.' as a path segment"],
];

/** Returns the URL of a report's link (specification: Links). It must stay under {base_host}, because the request contains the API key. */
export function resolveLink(baseHost: string, link: string): { url: string } | { problem: string } {
	const trimmed = link.trim();
	const reason = UNWANTED.find(([pattern]) => pattern.test(trimmed))?.[1];
	if (reason !== undefined) return { problem: reason };
	const isAbsolute = /^https?:/i.test(trimmed);
	const candidate = isAbsolute ? trimmed : `${baseHost}/${trimmed.replace(/^\//, '')}`;
	if (!URL.canParse(candidate)) return { problem: "it isn't a valid URL" };
	const base = new URL(`${baseHost}/`);
	const url = new URL(candidate);
	if (!url.href.startsWith(base.href) || url.pathname === base.pathname) return { problem: OUTSIDE };
	url.hash = '';
	return { url: url.href };
}
