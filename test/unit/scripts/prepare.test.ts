import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { repositoryRoot } from '../../../playground/paths.ts';

let home = '';
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'prepare-'));
	mkdirSync(join(home, 'source'));
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) writeFileSync(join(home, 'source', file), '{}');
	const npm = `#!/bin/sh\necho "$1 $PWD" >>"$CALLS"\nsleep 0.3\nmkdir -p node_modules/native && touch node_modules/native/built\n`;
	writeFileSync(join(home, 'npm'), npm, { mode: 0o755 });
});
afterEach(() => rmSync(home, { recursive: true }));

/** Installs from the source into the folder, by a process of its own and an npm that only notes how it was called. */
async function install(): Promise<void> {
	const folders = { source: join(home, 'source'), folder: join(home, 'cache/folder') };
	const installation = JSON.stringify({ ...folders, what: 'it', native: 'native', built: 'native/built' });
	const script = `import { install } from '${repositoryRoot}/scripts/prepare/index.mjs'; await install(${installation});`;
	const PATH = [home, process.env.PATH].join(delimiter);
	const env = { PATH, CALLS: join(home, 'calls') };
	await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });
}
const calls = (): string[] => readFileSync(join(home, 'calls'), 'utf8').split('\n').filter(Boolean);
const once = ['ci', 'rebuild'].map((command) => expect.stringMatching(`^${command} .*cache/folder$`) as string);

it('installs once, also when two want it at once', async () => {
	await Promise.all([install(), install()]);
	await install();
	expect(calls()).toEqual(once);
});

it('installs again when the lock file has changed', async () => {
	await install();
	writeFileSync(join(home, 'source/package-lock.json'), '{ "changed": true }');
	await install();
	expect(calls()).toEqual([...once, ...once]);
});

it('passes over what a dead process left', async () => {
	mkdirSync(join(home, 'cache/folder/node_modules/native'), { recursive: true });
	writeFileSync(join(home, 'cache/folder/.installing'), '4194999\n');
	writeFileSync(join(home, 'cache/folder/node_modules/native/built'), '');
	await install();
	expect(calls()).toEqual(once);
});

it('takes what was installed by hand for installed', async () => {
	await install();
	rmSync(join(home, 'cache/folder/node_modules/.installed'));
	writeFileSync(join(home, 'cache/folder/node_modules/.package-lock.json'), '{}');
	await install();
	expect(calls()).toEqual(once);
});
