// Lists what is missing before a tag can be published; CONTRIBUTING.md, "Releasing". Usage: npm run release -- v0.1.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { asObject, textOf } from '../playground/api/json.ts';
import { repositoryRoot } from '../playground/paths.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const tag = process.argv[2] ?? '';
const parsed: unknown = JSON.parse(read('package.json'));
const manifest = asObject(parsed, 'package.json');
const version = textOf(manifest, 'version');
const heading = read('CHANGELOG.md')
	.split('\n')
	.find((line) => line.startsWith(`## [${version}]`));
const isDated = heading !== undefined && /^## \[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(heading);
// Until the repository has an owner, it contains an example domain (RFC 2606).
const hasPlaceholder = textOf(asObject(manifest.author, "'author'"), 'email').endsWith('.example');

const problems = [
	...(tag === `v${version}` ? [] : [`The tag is '${tag}', but the version in package.json is ${version}`]),
	...(isDated ? [] : [`CHANGELOG.md has no heading '## [${version}] - <date>'`]),
	...(hasPlaceholder ? ["In package.json, the author's email address is a placeholder"] : []),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
