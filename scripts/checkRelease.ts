// Says what is missing before a tag may be published; CONTRIBUTING.md, "Releasing". Usage: npm run release:check -- v0.1.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { asObject } from '../playground/api/json.ts';
import { repositoryRoot } from '../playground/paths.ts';
import { releaseProblems } from './release/releaseProblems.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const manifest: unknown = JSON.parse(read('package.json'));
const problems = releaseProblems({
	tag: process.argv[2] ?? '',
	manifest: asObject(manifest, 'package.json'),
	changelog: read('CHANGELOG.md'),
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
