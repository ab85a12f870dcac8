import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { repositoryRoot } from '../../../playground/paths.ts';

/** A fake npm that records its arguments and installs only the files that the script checks for, among them a fake Bun. */
const npm = `#!/bin/sh
echo "$1 $2 in $PWD" >>"$CALLS"
sleep 0.1
[ "$1" = rebuild ] && exit
rm -rf node_modules
mkdir -p node_modules/@oven/here/bin
printf 'mkdir node_modules' >node_modules/@oven/here/bin/bun
chmod +x node_modules/@oven/here/bin/bun
`;

const FOLDERS = ['.', 'scripts/bun', 'playground/n8n', 'playground/n8n-v1'];
const SCRIPTS = ['scripts/prepare.mjs', 'playground/n8nFolders.mjs'];

let home = '';
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'prepare-'));
	for (const folder of FOLDERS) {
		mkdirSync(join(home, 'clone', folder), { recursive: true });
		for (const file of ['package.json', 'package-lock.json', '.npmrc'])
			writeFileSync(join(home, 'clone', folder, file), JSON.stringify({ name: join(folder, file) }));
	}
	for (const file of SCRIPTS) cpSync(join(repositoryRoot, file), join(home, 'clone', file));
	writeFileSync(join(home, 'npm'), npm, { mode: 0o755 });
	writeFileSync(join(home, 'calls'), '');
});
afterEach(() => rmSync(home, { recursive: true }));

async function prepare(more = {}): Promise<void> {
	const env = { PATH: [home, process.env.PATH].join(delimiter), CALLS: join(home, 'calls'), ...more };
	await promisify(execFile)(process.execPath, [join(home, 'clone/scripts/prepare.mjs')], { env });
}
const calls = (): string[] => readFileSync(join(home, 'calls'), 'utf8').split('\n').filter(Boolean);
const tools = ['ci --ignore-scripts in .*/bun', 'rebuild node in .*'].map(
	(call) => expect.stringMatching(`^${call.replace('.*', '.*/clone/.cache/installing')}$`) as string,
);

it('prepare installs once, even if a dead process left a lock behind, and again after the lock file changes', async () => {
	mkdirSync(join(home, 'clone/node_modules'));
	writeFileSync(join(home, 'clone/.installing'), '4194999\n');
	await Promise.all([prepare(), prepare()]);
	await prepare();
	expect(calls()).toEqual(tools);
	writeFileSync(join(home, 'clone/package-lock.json'), '{}');
	await prepare();
	expect(calls()).toEqual([...tools, ...tools]);
});

it("prepare installs with npm alone where Bun doesn't run, and says what is missing if npm fails", async () => {
	writeFileSync(join(home, 'npm'), npm.replace('mkdir node_modules', 'exit 1'));
	await prepare();
	expect(calls().map((call) => call.split(' ')[0])).toEqual(['ci', 'ci', 'rebuild']);
	rmSync(join(home, 'clone/node_modules'), { recursive: true });
	writeFileSync(join(home, 'npm'), '#!/bin/sh\nexit 1\n');
	await expect(prepare()).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/npm 10 .*python3/) });
});

it("the job that packs a release installs what the lock file pins, and doesn't run any install script", async () => {
	const workflow = readFileSync(join(repositoryRoot, '.github/workflows/publish.yml'), 'utf8');
	const pack = workflow.split('\n  pack:\n')[1]?.split('\n  publish:\n')[0] ?? '';
	const [first, ...others] = [...pack.matchAll(/\bnp[mx] .+/g)].map(String);
	expect(first).toBe('npm ci --ignore-scripts');
	for (const line of others) expect(line).toMatch(/^npm (run|pack --ignore-scripts)\b/);
	expect(pack).toContain("      PREPARED: 'true'\n");
	await prepare({ PREPARED: 'true' });
	expect(calls()).toEqual([]);
});
