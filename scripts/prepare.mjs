// Installs what the scripts of package.json need, if it's missing. Only uses Node's own modules, because it runs on a fresh clone.
// Usage: node scripts/prepare.mjs [--n8n]; N8N_GENERATION=v1 selects n8n 1.x
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { n8nFolders } from '../playground/n8nFolders.mjs';

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
	fs.mkdirSync(folder, { recursive: true });
	const lock = `${folder}/.installing`;
	await takeLock(lock);
	if (isInstalled()) return fs.rmSync(lock, { force: true });
	console.log(`Installing ${what} …`);
	const files = source === folder ? [] : ['package.json', 'package-lock.json', '.npmrc'];
	for (const file of files) fs.copyFileSync(`${source}/${file}`, `${folder}/${file}`);
	// A native package is compiled with the C headers of a Node on the PATH. Without them, npm downloads the headers.
	const prefixes = (process.env.PATH ?? '').split(delimiter).map(dirname);
	const nodedir = prefixes.find((prefix) => fs.existsSync(`${prefix}/include/node/node_api.h`));
	const env = {
		...process.env,
		JOBS: 'max',
		npm_config_loglevel: 'error',
		...(nodedir && { npm_config_nodedir: nodedir }),
	};
	const line = `npm ci --ignore-scripts --prefer-offline && npm rebuild ${native}`;
	const [status] = await once(
		spawn(line, { cwd: folder, env, shell: true, stdio: ['ignore', 'inherit', 'inherit'] }),
		'exit',
	);
	if (status === 0) fs.writeFileSync(marker, hash);
	// Released before this process ends, because it could still be installing n8n.
	fs.rmSync(lock, { force: true });
	if (status === 0) return;
	const compilers = 'python3, make and g++ (Debian: apt-get install; macOS: xcode-select --install)';
	console.error(`'${line}' failed in ${folder}. Needed are npm 10 or newer and, for n8n, ${compilers}.`);
	process.exitCode = 1;
}

if (Number.parseInt(process.versions.node, 10) < 20 || process.platform === 'win32') {
	console.error('Install Node 20 or newer (https://nodejs.org), on Windows in WSL.');
	process.exit(1);
}
const root = fileURLToPath(new URL('..', import.meta.url));
await Promise.all([
	install('the development tools (0.8 GB, about a minute)', 'node', { source: root, folder: root }),
	process.argv.includes('--n8n') && install('n8n (2 GB, about 4 minutes)', 'sqlite3', n8nFolders()),
]);
