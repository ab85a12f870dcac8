// Checks n8n's requirements for verification: n8n's own scanner of community packages lints the sources and the packed
// JavaScript, regardless of comments that disable rules. Usage: node scripts/lintGate.ts
import { mkdtempDisposable, readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

import { packPackage, unpackPackage } from '../playground/communityPackage.ts';
import { repositoryRoot } from '../playground/paths.ts';

/** Files that n8n reads, or that npm adds by itself. */
const needed = /^(dist\/.+\.(js|json|svg)|package\.json|README\.md|LICENSE\.md|index\.js)$/;

/** The unmodified configuration that `strict` in package.json requires. */
const template = import.meta
	.resolve('@n8n/node-cli/eslint')
	.replace(/configs\/eslint\.js$/, 'template/templates/shared/default/eslint.config.mjs');

const sameText = (one: string, other: string) => one.replace(/\s+/g, ' ').trim() === other.replace(/\s+/g, ' ').trim();

await using folder = await mkdtempDisposable(join(tmpdir(), 'enterprise-assessment-lint-'));
const tarball = await packPackage(folder.path);
const unpacked = join(folder.path, 'package');
await unpackPackage(tarball, unpacked);
const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
const files = entries
	.filter((entry) => entry.isFile())
	.map(({ parentPath, name }) => join(parentPath, name).slice(unpacked.length + 1));
const own = await readFile(join(repositoryRoot, 'eslint.config.mjs'), 'utf8');

const scans = [
	await analyzePackage(repositoryRoot, SOURCE_FILE_PATTERNS),
	await analyzePackage(unpacked, ['**/*.js', 'package.json']),
];
const problems = [
	...files.filter((file) => !needed.test(file)).map((file) => `${file}: the package doesn't need this file`),
	...(sameText(own, await readFile(new URL(template), 'utf8'))
		? []
		: ["eslint.config.mjs differs from n8n's template"]),
	...scans.filter(({ passed }) => !passed).map(({ message, details }) => details ?? message),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`n8n's scanner found no problems in the sources or the package's ${files.length} files.`);
