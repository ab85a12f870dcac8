import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { scan } from '../../../scripts/lintGate/scan.ts';
import { scanConfig } from '../../../scripts/lintGate/scanConfig.ts';
import { strictModeProblems } from '../../../scripts/lintGate/strictMode.ts';

const manifest = {
	name: 'n8n-nodes-example',
	version: '1.0.0',
	description: 'An example',
	license: 'MIT',
	homepage: 'https://example.com',
	keywords: ['n8n-community-node-package'],
	author: { name: 'A', email: 'a@example.com' },
	repository: { type: 'git', url: 'https://github.com/example/n8n-nodes-example.git' },
	peerDependencies: { 'n8n-workflow': '*' },
	files: ['dist'],
	n8n: { n8nNodesApiVersion: 1, strict: true, nodes: ['dist/nodes/E/E.node.js'] },
};

let folder = '';
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'scan-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

async function write(file: string, content: string): Promise<void> {
	await mkdir(dirname(join(folder, file)), { recursive: true });
	await writeFile(join(folder, file), content);
}

async function reportOf(patterns: string[]): Promise<string> {
	return (await scan(folder, patterns, await scanConfig())).report;
}

const SOURCES = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
const PACKED = ['**/*.js', 'package.json'];

// The rules of eslint-plugin-n8n-nodes-base find nothing when they run inside vitest, with n8n's own scanner too.
describe('the scan', { timeout: 60_000 }, () => {
	it('passes a package in which nothing is wrong', async () => {
		await write('package.json', JSON.stringify(manifest));
		await write('nodes/E/help.ts', 'export const one: number = 1;\n');
		await write('dist/nodes/E/help.js', 'exports.one = 1;\n');
		expect(await reportOf(SOURCES)).toBe('');
		expect(await reportOf(PACKED)).toBe('');
	});

	it.each([
		['nodes/E/help.ts', '/* eslint-disable */\nconsole.log(1);\n', 'no-console'],
		['nodes/E/help.ts', '// eslint-disable-next-line\nsetTimeout(() => undefined, 1);\n', 'no-restricted-globals'],
		['credentials/help.ts', "/* eslint-disable */\nimport 'node:fs';\n", 'no-restricted-imports'],
		['dist/nodes/E/help.js', "/* eslint-disable */\nrequire('fs');\n", 'no-restricted-imports'],
		['dist/help.js', 'process.exit(); // eslint-disable-line\n', 'no-restricted-globals'],
	])('finds what is wrong in %s although a comment switches the rule off: %j', async (file, content, rule) => {
		await write('package.json', JSON.stringify(manifest));
		await write(file, content);
		expect(await reportOf(file.startsWith('dist/') ? PACKED : SOURCES)).toContain(rule);
	});

	it.each([
		['another peer', { peerDependencies: { 'n8n-workflow': '1.0.0' } }, 'valid-peer-dependencies'],
		['no home page', { homepage: undefined }, 'require-homepage'],
	])('finds %s in package.json', async (_what, change, rule) => {
		await write('package.json', JSON.stringify({ ...manifest, ...change }));
		expect(await reportOf(SOURCES)).toContain(rule);
	});

	it('does not pass an empty folder', async () => {
		await expect(reportOf(SOURCES)).rejects.toThrow('Nothing to lint');
	});
});

describe('strict mode', () => {
	it.each([
		["import { config } from '@n8n/node-cli/eslint';\nexport default config;", 0],
		["import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';\nexport default configWithoutCloudSupport;", 1],
	])('%j', async (config, problems) => {
		await write('eslint.config.mjs', config);
		expect(await strictModeProblems(folder)).toHaveLength(problems);
	});
});
