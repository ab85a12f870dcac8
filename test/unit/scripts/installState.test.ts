import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { reasonToInstall } from '../../../scripts/prepare/installState.mjs';

let folder = '';
const write = (file: string, packages: object) => writeFileSync(join(folder, file), JSON.stringify({ packages }));

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'install-state-'));
	const packages = { '': {}, 'node_modules/a': { version: '1' }, 'node_modules/o': { version: '1', optional: true } };
	write('package-lock.json', packages);
});
afterEach(() => rmSync(folder, { recursive: true }));

const CHANGED = 'package-lock.json has changed';

it('finds a fresh clone', () => {
	expect(reasonToInstall(folder, 'a/built')).toBe('nothing is installed yet');
});

it.each([
	{ what: 'all', versions: { a: '1', o: '1' }, reason: undefined },
	{ what: 'all but an optional package', versions: { a: '1' }, reason: undefined },
	{ what: 'a package that npm added, too,', versions: { a: '1', added: '7' }, reason: undefined },
	{ what: 'another version', versions: { a: '2' }, reason: CHANGED },
	{ what: 'an optional package of another version', versions: { a: '1', o: '2' }, reason: CHANGED },
	{ what: 'nothing', versions: {}, reason: CHANGED },
])('with $what installed gives $reason', ({ versions, reason }) => {
	mkdirSync(join(folder, 'node_modules/a'), { recursive: true });
	const packages: Record<string, { version: string }> = {};
	for (const [name, version] of Object.entries(versions)) packages[`node_modules/${name}`] = { version };
	write('node_modules/.package-lock.json', packages);
	expect(reasonToInstall(folder, 'a/built')).toBe(reason ?? 'not built');
	writeFileSync(join(folder, 'node_modules/a/built'), '');
	expect(reasonToInstall(folder, 'a/built')).toBe(reason);
});
