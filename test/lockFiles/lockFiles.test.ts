import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

// Without a network or a cache, npm fails if it has to look up anything that isn't in the lock file.
it.each(['.', 'scripts/bun', 'playground/n8n', 'playground/n8n-v1'])(
	'%s/package-lock.json contains everything that npm ci needs on every platform',
	(folder) => {
		const copy = mkdtempSync(join(tmpdir(), 'installing-'));
		onTestFinished(() => rmSync(copy, { recursive: true }));
		for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(folder, file), join(copy, file));
		const args = ['ci', '--dry-run', '--ignore-scripts', '--offline', '--loglevel=error', `--cache=${copy}/cache`];
		expect(execFileSync('npm', args, { cwd: copy, encoding: 'utf8' })).toMatch(/added \d+ packages/);
	},
);
