// Checks that npm finds everything it needs, on every platform, in the lock files. Usage: node scripts/checkLockFiles.mjs
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

for (const folder of ['.', 'scripts/bun', 'playground/n8n', 'playground/n8n-v1']) {
	const copy = mkdtempSync(join(tmpdir(), 'installing-'));
	for (const file of ['package.json', 'package-lock.json', '.npmrc'])
		copyFileSync(join(folder, file), join(copy, file));
	// Without a network or a cache, npm fails if it has to look up anything that isn't in the lock file.
	const args = ['ci', '--dry-run', '--ignore-scripts', '--offline', '--loglevel=error', `--cache=${copy}/cache`];
	const { status, stdout, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8' });
	rmSync(copy, { recursive: true });
	const [added] = /added \d+ packages/.exec(stdout) ?? [];
	console.log(`${folder}/package-lock.json: ${added ?? stderr}`);
	if (status !== 0 || added === undefined) process.exitCode = 1;
}
