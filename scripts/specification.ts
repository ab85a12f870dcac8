// Checks that the generated types match the specification, and that every citation in a comment names something in
// openapi.yaml or a heading of its README. Usage: node scripts/specification.ts [--write]
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

import { repositoryRoot } from '../playground/paths.ts';

const folder = join(repositoryRoot, 'specification');
const document = join(folder, 'openapi.yaml');
const types = join(folder, 'types.d.ts');

interface Document {
	paths: Record<string, Record<string, unknown>>;
	webhooks: Record<string, unknown>;
	components: { schemas: Record<string, unknown> };
}

/** The valid targets of a citation: `POST /assign`, `ScoreReport`, `webhook-example`, or a heading of the README. */
function citable(): string[] {
	const { paths, webhooks, components } = parse(readFileSync(document, 'utf8')) as Document;
	const operations = Object.entries(paths).flatMap(([path, item]) =>
		Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
	);
	const headings = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^## (.+)$/gm);
	return [
		...operations,
		...Object.keys(webhooks),
		...Object.keys(components.schemas),
		...Array.from(headings, ([, heading = '']) => heading),
	];
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const CITATION = /\b[Ss]pecification(?::|,|['’]s)\s+(?=["“]?[A-Z{])/g;

/** The invalid citations in a file, each as `file:line: text`. */
function deadCitations(file: string, targets: readonly string[]): string[] {
	const code = readFileSync(join(repositoryRoot, file), 'utf8');
	return Array.from(code.matchAll(COMMENT)).flatMap(({ 0: comment, index }) => {
		const text = comment.replace(/\s*\n[\t ]*(?:\*(?!\/)|\/\/)? ?/g, (gap) => ' '.repeat(gap.length));
		return Array.from(text.matchAll(CITATION)).flatMap(({ 0: word, index: at }) => {
			const cited = text
				.slice(at + word.length)
				.replace(/\s+/g, ' ')
				.trimStart();
			const leads = targets.some((target) => cited.startsWith(target) && !/^[\w/{-]/.test(cited.slice(target.length)));
			if (leads && word.includes(':')) return [];
			const line = code.slice(0, index + at).split('\n').length;
			return [`${file}:${line}: ${text.slice(at, at + 60).replace(/\s+/g, ' ')}`];
		});
	});
}

const banner = '// Generated from openapi.yaml by scripts/specification.ts.\n\n';
const options = { rootTypes: true, rootTypesNoSchemaPrefix: true };
const current = banner + astToString(await openapiTS(pathToFileURL(document), options));
if (process.argv.includes('--write')) writeFileSync(types, current);

const targets = citable();
const dead = globSync('{nodes,credentials,simulator,test,scripts,playground}/**/*.{ts,js,mjs}', {
	cwd: repositoryRoot,
	exclude: ['**/node_modules/**'],
}).flatMap((file) => deadCitations(file, targets));
const isStale = !existsSync(types) || readFileSync(types, 'utf8') !== current;
if (isStale) console.error('specification/types.d.ts is out of date. Run: node scripts/specification.ts --write');
if (dead.length > 0) {
	console.error(`Invalid citations. Write 'specification: POST /assign' or 'specification: Limits', for example.`);
	for (const citation of dead) console.error(citation);
}
if (isStale || dead.length > 0) process.exitCode = 1;
