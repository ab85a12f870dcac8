import { VERSIONS, type ServiceVersion } from './versions.ts';

export interface SplitAddress {
	path: string;
	query: string | null;
	version: ServiceVersion | null;
	/** The path below the version segment; null outside of every version. */
	endpoint: string | null;
}

/** Takes a request target apart. `pathPrefix` is the base host's path, e.g. `/assess`, or empty. */
export function splitAddress(target: string, pathPrefix: string): SplitAddress {
	const mark = target.indexOf('?');
	const path = mark === -1 ? target : target.slice(0, mark);
	const query = mark === -1 ? null : target.slice(mark + 1);
	for (const version of VERSIONS) {
		const root = `${pathPrefix}/${version.segment}`;
		if (path.startsWith(`${root}/`)) return { path, query, version, endpoint: path.slice(root.length) };
	}
	return { path, query, version: null, endpoint: null };
}

/** The base host's path in the form `/a/b`, or empty. */
export function normalizePrefix(prefix = ''): string {
	const trimmed = prefix.replace(/^\/+|\/+$/g, '');
	return trimmed === '' ? '' : `/${trimmed}`;
}
