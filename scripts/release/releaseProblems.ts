import { isObject } from '../../playground/api/json.ts';

export interface Release {
	/** As pushed, e.g. `v0.1.0`. */
	readonly tag: string;
	/** Parsed package.json. */
	readonly manifest: Readonly<Record<string, unknown>>;
	/** CHANGELOG.md. */
	readonly changelog: string;
}

/** Example addresses (RFC 2606) that stand in the repository until it has an owner. */
const PLACEHOLDER = /\.example(?![\w.-])/;

/** Why a tag can't be published: each a line for the maintainer, none when it can. */
export function releaseProblems({ tag, manifest, changelog }: Release): string[] {
	const version = String(manifest.version);
	const { author } = manifest;
	const email = isObject(author) ? String(author.email) : '';
	const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
	const isDated = heading !== undefined && /^## \[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading);
	return [
		...(tag === `v${version}` ? [] : [`The tag is ${tag} and package.json has the version ${version}`]),
		...(isDated ? [] : [`CHANGELOG.md has no heading '## [${version}] - <date>'`]),
		...(PLACEHOLDER.test(email) ? [`package.json has the placeholder '${email}' as the author's address`] : []),
	];
}
