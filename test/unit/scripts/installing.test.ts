import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { asObject, optionalTextOf } from '../../../playground/api/json.ts';
import { repositoryRoot } from '../../../playground/paths.ts';

function read(...path: string[]): Readonly<Record<string, unknown>> {
	const content: unknown = JSON.parse(readFileSync(join(repositoryRoot, ...path), 'utf8'));
	return asObject(content, path.join('/'));
}

describe.each(['.', 'playground/n8n', 'playground/n8n-v1'])('package-lock.json of %s', (folder) => {
	const packages = Object.entries(asObject(read(folder, 'package-lock.json').packages, 'packages')).map(
		([path, entry]) => ({ path, entry: asObject(entry, path) }),
	);
	let copy = '';

	beforeEach(() => {
		copy = mkdtempSync(join(tmpdir(), 'installing-'));
		for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
			cpSync(join(repositoryRoot, folder, file), join(copy, file));
		}
	});
	afterEach(() => rmSync(copy, { recursive: true }));

	// Without network, and with nothing kept: npm would have to look up what the lock file lacks, and refuses.
	it('is all that npm ci needs, on every platform', () => {
		const args = ['ci', '--dry-run', '--ignore-scripts', '--offline', '--loglevel=error', '--cache'];
		expect(execFileSync('npm', [...args, join(copy, 'cache')], { cwd: copy, encoding: 'utf8' })).toMatch(
			/added \d{4} packages/,
		);
	});

	it('names no address to fetch from', () => {
		expect(packages.filter(({ entry }) => 'resolved' in entry)).toEqual([]);
	});

	it('has no install script that allowScripts does not decide on', () => {
		const decided = asObject(read(folder, 'package.json').allowScripts, 'allowScripts');
		const undecided = packages
			.filter(({ entry }) => entry.hasInstallScript === true)
			.map(({ path, entry }) => optionalTextOf(entry, 'name') ?? path.slice(path.lastIndexOf('node_modules/') + 13))
			.filter((name) => !(name in decided));
		expect(undecided).toEqual([]);
	});
});
