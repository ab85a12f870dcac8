import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { missingPackages, reasonToInstall } from '../../../scripts/prepare/installState.mjs';

describe('missingPackages', () => {
	const cases: Array<{ what: string; present: Record<string, { version: string }>; missing: string[] }> = [
		{ what: 'nothing when all is there', present: { a: { version: '1' } }, missing: [] },
		{ what: 'a package of another version', present: { a: { version: '2' } }, missing: ['a'] },
		{ what: 'an absent package', present: {}, missing: ['a'] },
		{ what: 'no package that npm added', present: { a: { version: '1' }, b: { version: '1' } }, missing: [] },
	];
	it.each(cases)('finds $what', ({ present, missing }) => {
		expect(missingPackages({ '': {}, a: { version: '1' } }, present)).toEqual(missing);
	});

	it('lets an optional package be absent, but not of another version', () => {
		const wanted = { a: { version: '1', optional: true } };
		expect(missingPackages(wanted, {})).toEqual([]);
		expect(missingPackages(wanted, { a: { version: '2' } })).toEqual(['a']);
	});
});

describe('reasonToInstall', () => {
	let folder = '';
	const built = ['a/build/a.node'];
	const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content));

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'install-state-'));
		write('package-lock.json', { packages: { '': {}, 'node_modules/a': { version: '1' } } });
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	it('tells a fresh clone, an outdated folder, an unbuilt package and a complete one apart', () => {
		expect(reasonToInstall(folder, built)).toBe('nothing is installed yet');
		mkdirSync(join(folder, 'node_modules/a/build'), { recursive: true });
		write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '0' } } });
		expect(reasonToInstall(folder, built)).toContain('1 packages differ');
		write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1' } } });
		expect(reasonToInstall(folder, built)).toContain('a/build/a.node');
		writeFileSync(join(folder, 'node_modules/a/build/a.node'), '');
		expect(reasonToInstall(folder, built)).toBeUndefined();
	});
});
