import { describe, expect, it } from 'vitest';

import { contentProblems } from '../../../scripts/lintGate/contents.ts';

const files = ['package.json', 'README.md', 'LICENSE.md', 'index.js', 'dist/nodes/N.node.js', 'dist/icons/n.svg'];
const manifest = { n8n: { nodes: ['dist/nodes/N.node.js'] }, scripts: { test: 'x' }, peerDependencies: {} };

describe('contentProblems', () => {
	it('finds none in a clean package', () => {
		expect(contentProblems(files, manifest)).toEqual([]);
	});

	it.each(['src/a.ts', 'dist/a.ts', 'dist/a.js.map', 'dist/a.tsbuildinfo', '.env', 'node_modules/a/index.js'])(
		'finds %s, which n8n does not need',
		(file) => {
			expect(contentProblems([...files, file], manifest)).toEqual([`${file}: not needed`]);
		},
	);

	it.each(files.filter((file) => !file.endsWith('.svg')))('misses %s', (file) => {
		const rest = files.filter((name) => name !== file);
		expect(contentProblems(rest, manifest)).toEqual([`${file}: missing`]);
	});

	it.each(['dependencies', 'optionalDependencies', 'bundledDependencies', 'overrides'])('refuses %s', (field) => {
		expect(contentProblems(files, { ...manifest, [field]: {} })).toEqual([`package.json has '${field}'`]);
	});

	it.each(['preinstall', 'install', 'postinstall', 'prepare'])('refuses the script %s', (script) => {
		const scripts = { [script]: 'node x' };
		expect(contentProblems(files, { ...manifest, scripts })).toEqual([`package.json has the script '${script}'`]);
	});
});
