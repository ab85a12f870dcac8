import { isObject } from '../../playground/api/json.ts';

/** What may be in the package beside `dist`. */
const besideDist = ['package.json', 'README.md', 'LICENSE.md', 'index.js'];
/** What n8n reads in `dist`: code, codex files and output schemas, icons. */
const inDist = /^dist\/.+\.(js|json|svg)$/;
/** Fields of package.json by which installing the package would bring or run something else. */
const forbiddenFields = [
	'dependencies',
	'bundledDependencies',
	'bundleDependencies',
	'optionalDependencies',
	'overrides',
];
const lifecycleScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare', 'postprepare'];

function listOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/**
 * What is wrong with a package's contents: files that n8n doesn't need or that it would miss, and fields of package.json
 * that bring something else along.
 */
export function contentProblems(files: readonly string[], manifest: Readonly<Record<string, unknown>>): string[] {
	const n8n = isObject(manifest.n8n) ? manifest.n8n : {};
	const scripts = isObject(manifest.scripts) ? manifest.scripts : {};
	const needed = [...besideDist, ...listOf(n8n.credentials), ...listOf(n8n.nodes)];
	return [
		...files.filter((file) => !besideDist.includes(file) && !inDist.test(file)).map((file) => `${file}: not needed`),
		...needed.filter((file) => !files.includes(file)).map((file) => `${file}: missing`),
		...forbiddenFields.filter((field) => field in manifest).map((field) => `package.json has '${field}'`),
		...lifecycleScripts.filter((name) => name in scripts).map((name) => `package.json has the script '${name}'`),
	];
}
