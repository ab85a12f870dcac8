import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { asObject } from '../../../playground/api/json.ts';
import { repositoryRoot } from '../../../playground/paths.ts';

const manifest: unknown = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
const scripts = Object.entries(asObject(asObject(manifest, 'package.json').scripts, 'scripts')).map(
	([name, line]): [string, string] => [name, String(line)],
);
const files = globSync(['.github/**/*.{yml,md}', '.ci/*', '*.md', '{docs,examples,playground,simulator}/*.md'], {
	cwd: repositoryRoot,
});

/** `npm run <name>`, `npm test`, `npm start`. */
const CALL = /\bnpm run (?:-s )?(?<run>[\w:]+)|\bnpm (?<short>test|start)\b/g;

it('documents, workflows and scripts call only npm scripts that there are', () => {
	const texts = [...files.map((file) => [file, readFileSync(join(repositoryRoot, file), 'utf8')] as const), ...scripts];
	const calls = texts.flatMap(([place, text]) =>
		[...text.matchAll(CALL)].map(({ groups }) => `${place}: ${groups?.run ?? groups?.short}`),
	);
	expect(calls.length).toBeGreaterThan(20);
	expect(calls.filter((call) => !scripts.some(([name]) => call.endsWith(`: ${name}`)))).toEqual([]);
});

/** What installs by itself, or runs only where everything is installed: n8n's own check before a publish. */
const PREPARES = /^(node scripts\/prepare\.mjs|n8n-node prerelease)$/;

it('every npm script works in a fresh clone: before it uses a package it has installed them', () => {
	const line = new Map(scripts);
	/** Whether the first thing that a script does is installing, by itself or by the script that it calls first. */
	const prepares = (name: string): boolean => {
		const [first = ''] = (line.get(name) ?? '').split(' && ');
		const called = /^npm run (?:-s )?(\S+)/.exec(first)?.[1];
		return PREPARES.test(first) || (called !== undefined && prepares(called));
	};
	expect(scripts.map(([name]) => name).filter((name) => !prepares(name))).toEqual([]);
});

/** What starts n8n, with what is built. */
const STARTS = /playground\/start|--project (e2e|browser|queue)$|test\/bench|screenshots\.ts/;

it('every npm script that starts n8n has installed n8n, and has built the package', () => {
	const starting = scripts.filter(([, line]) => STARTS.test(line));
	expect(starting.map(([name]) => name)).toEqual(
		expect.arrayContaining(['start', 'dev', 'check', 'test:e2e', 'bench']),
	);
	const begin = 'npm run -s prepared -- --n8n && npm run -s build && ';
	expect(starting.filter(([, line]) => !line.startsWith(begin))).toEqual([]);
});
