import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { asObject } from '../../../playground/api/json.ts';
import { repositoryRoot } from '../../../playground/paths.ts';

const manifest: unknown = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
const scripts = asObject(asObject(manifest, 'package.json').scripts, 'scripts');
const files = globSync(['.github/**/*.{yml,md}', '.ci/*', '*.md', '{docs,examples,playground,simulator}/*.md'], {
	cwd: repositoryRoot,
});

/** `npm run <name>`, `npm test`, `npm start`, and what a workflow's matrix gives to `npm run`. */
const CALL = /\bnpm run (?<run>[\w:]+)|\bnpm (?<short>test|start)\b|\bscript: '(?<given>[\w:]+)'/g;

const calls = files.flatMap((file) =>
	[...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(CALL)].map(({ groups }) => ({
		file,
		script: groups?.run ?? groups?.short ?? groups?.given ?? '',
	})),
);

it('documents and workflows call only npm scripts that there are', () => {
	expect(calls.filter(({ script }) => !(script in scripts))).toEqual([]);
});

/** What installs first whatever is missing, what runs only others, and what n8n's own tool runs in a workflow. */
const PREPARES = /^(npm run |exec node scripts\/start\.mjs|node scripts\/prepare\.mjs)|^n8n-node (pre)?release$/;

it('each works in a fresh clone', () => {
	expect(Object.entries(scripts).filter(([, command]) => !PREPARES.test(String(command)))).toEqual([]);
});

it.each(['.github/workflows/test.yml', '.github/workflows/publish.yml', '.ci/run', 'README.md', 'CONTRIBUTING.md'])(
	'%s calls some',
	(file) => {
		expect(calls.map((call) => call.file)).toContain(file);
	},
);
