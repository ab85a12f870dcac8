import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { asObject, optionalTextOf } from '../../../playground/api/json.ts';

function read(...path: string[]) {
	const content: unknown = JSON.parse(readFileSync(join(...path), 'utf8'));
	return asObject(content, path.join('/'));
}

it.each(['.', 'scripts/bun', 'playground/n8n', 'playground/n8n-v1'])(
	'%s/package-lock.json contains no download URLs, and only install scripts that allowScripts lists',
	(folder) => {
		const packages = Object.entries(asObject(read(folder, 'package-lock.json').packages, 'packages')).map(
			([path, entry]) => ({ path, ...asObject(entry, path) }),
		);
		expect(packages.filter((entry) => 'resolved' in entry)).toEqual([]);
		const decided = asObject(read(folder, 'package.json').allowScripts, 'allowScripts');
		const names = packages
			.filter((entry) => 'hasInstallScript' in entry)
			.map((entry) => optionalTextOf(entry, 'name') ?? entry.path.replace(/^.*node_modules\//, ''));
		expect(names.filter((name) => !(name in decided))).toEqual([]);
	},
);

describe('an npm script', () => {
	const scripts = new Map(
		Object.entries(asObject(read('package.json').scripts, 'scripts')).map(([name, line]) => [name, String(line)]),
	);

	it('exists if a page, a workflow or another script calls it', () => {
		const files = globSync(['.github/**/*.{yml,md}', '.ci/*', '*.md', '{docs,examples,playground,simulator}/*.md']);
		const texts = [...files.map((file) => readFileSync(file, 'utf8')), ...scripts.values()];
		const calls = texts.flatMap((text) => [...text.matchAll(/\bnpm run (?:-s )?([\w:]+)|\bnpm (test|start)\b/g)]);
		expect(calls.length).toBeGreaterThan(20);
		expect(calls.map(([, run, short]) => run ?? short ?? '').filter((name) => !scripts.has(name))).toEqual([]);
	});

	it('works in a fresh clone, because it installs packages before using them', () => {
		// `n8n-node prerelease` doesn't install anything, because it only runs where the dependencies are already installed.
		const begins = /^(node scripts\/prepare\.mjs|n8n-node prerelease|npm run (-s )?(prepared|build|lint)\b)/;
		expect([...scripts].filter(([, line]) => !begins.test(line))).toEqual([]);
		expect(scripts.get('build')).toMatch(begins);
		expect(scripts.get('lint')).toMatch(begins);
	});
});
