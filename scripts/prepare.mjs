// Installs what the scripts of package.json need, if it's missing. Uses only Node.js's own modules, because it runs in fresh clones.
// Usage: node scripts/prepare.mjs [--n8n]; N8N_GENERATION=v1 selects n8n 1.x
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { n8nFolders } from '../playground/n8nFolders.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Waits until every earlier process has removed the file or ended. @param {string} file */
async function takeLock(file) {
	const runs = (/** @type {number} */ pid) => {
		try {
			return pid > 0 && process.kill(pid, 0);
		} catch {
			return false;
		}
	};
	for (let first; first !== process.pid; await delay(100)) {
		const processes = fs.readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').map(Number);
		if (!processes.includes(process.pid)) fs.appendFileSync(file, `${process.pid}\n`);
		first = processes.find(runs);
	}
}

/** @param {string} what @param {string} native its native package @param {{source: string, folder: string}} folders */
async function install(what, native, { source, folder }) {
	// The marker contains the hash of the installed lock file, and is written last.
	const marker = `${folder}/node_modules/.installed`;
	const hash = createHash('sha256')
		.update(fs.readFileSync(`${source}/package-lock.json`))
		.digest('hex');
	const isInstalled = () => fs.existsSync(marker) && fs.readFileSync(marker, 'utf8') === hash;
	if (isInstalled()) return;
	const staged = `${folder}/.cache/installing`;
	fs.mkdirSync(`${staged}/bun`, { recursive: true });
	const lock = `${folder}/.installing`;
	await takeLock(lock);
	if (isInstalled()) return fs.rmSync(lock, { force: true });
	console.log(`Installing ${what} …`);
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		fs.copyFileSync(`${source}/${file}`, `${staged}/${file}`);
		fs.copyFileSync(`${root}/scripts/bun/${file}`, `${staged}/bun/${file}`);
	}
	// npm compiles a native package with the C headers of a Node.js on the PATH. If there are none, it downloads them.
	const prefixes = (process.env.PATH ?? '').split(delimiter).map(dirname);
	const nodedir = prefixes.find((prefix) => fs.existsSync(`${prefix}/include/node/node_api.h`));
	const env = {
		...process.env,
		JOBS: 'max',
		// Links n8n's database package with the system's SQLite if there is one, because compiling its own takes a minute.
		...(fs.existsSync('/usr/include/sqlite3.h') && { GYP_DEFINES: 'sqlite=/usr' }),
		npm_config_loglevel: 'error',
		// Bun links node_modules with its cache, so both must be on the same disk.
		BUN_INSTALL_CACHE_DIR: `${staged}/cache`,
		...(nodedir && { npm_config_nodedir: nodedir }),
	};
	// Bun installs the versions of npm's lock file several times faster than npm, and checks their hashes too. It doesn't run on
	// every system.
	const npm = 'npm ci --ignore-scripts';
	const bun = `(cd bun && ${npm}) && bun/node_modules/@oven/*/bin/bun install --frozen-lockfile --ignore-scripts --no-summary`;
	const line = `(${bun} || ${npm}) && npm rebuild ${native}`;
	const [status] = await once(
		spawn(line, { cwd: staged, env, shell: true, stdio: ['ignore', 'inherit', 'inherit'] }),
		'exit',
	);
	if (status === 0) {
		fs.rmSync(`${folder}/node_modules`, { recursive: true, force: true });
		fs.renameSync(`${staged}/node_modules`, `${folder}/node_modules`);
		fs.rmSync(staged, { recursive: true });
		fs.writeFileSync(marker, hash);
	} else {
		const compilers = 'python3, make and g++ (Debian: apt-get install; macOS: xcode-select --install)';
		console.error(`'${line}' failed in ${staged}. It needs npm 10 or newer and, for n8n, ${compilers}.`);
		process.exitCode = 1;
	}
	// Releases the lock now, because this process may go on to install n8n.
	fs.rmSync(lock, { force: true });
}

// Whoever installed the packages says so.
if (process.env.PREPARED) process.exit();
if (Number.parseInt(process.versions.node, 10) < 20 || process.platform === 'win32') {
	console.error('Install Node.js 20 or newer (https://nodejs.org). On Windows, use WSL.');
	process.exit(1);
}
await install('the development tools (0.8 GB)', 'node', { source: root, folder: root });
if (process.argv.includes('--n8n')) await install('n8n (2 GB, a minute or more)', 'sqlite3', n8nFolders());
