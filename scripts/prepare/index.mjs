import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { takeLock } from './lock.mjs';
import { n8nFolder } from './n8nFolder.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compilers = `n8n's database package is compiled, with Python 3, make and a C++ compiler.
Debian, Ubuntu: apt-get install -y python3 make g++; macOS: xcode-select --install`;

/**
 * @param {string} folder
 * @param {string} command
 * @param {string} hint what may be missing when it fails
 */
function npm(folder, command, hint = '') {
	// A native package is compiled with the C headers of a Node on the PATH; else npm fetches them.
	const prefixes = (process.env.PATH ?? '').split(delimiter).map(dirname);
	const nodedir = prefixes.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h')));
	const env = { ...process.env, ...(nodedir && { npm_config_nodedir: nodedir }) };
	const line = `npm ${command} --loglevel error`;
	const { status } = spawnSync(line, { cwd: folder, env, shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
	if (status !== 0) throw new Error(`'${line}' failed in ${folder}. npm 10 or newer is needed. ${hint}`);
}

/**
 * Installs the packages of a lock file when it has changed, and runs the one install script that is needed.
 *
 * @param {{what: string, source: string, folder: string, native: string, built: string, hint?: string}} installation
 */
export async function install({ what, source, folder, native, built, hint }) {
	const [lock, stamp] = [join(source, 'package-lock.json'), join(folder, 'node_modules/.installed')];
	const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
	const modified = (/** @type {string} */ file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	const installed = () => {
		if (!existsSync(join(folder, 'node_modules', built))) return false;
		if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
		// npm writes its record of what is installed last, by hand too.
		const byHand = modified(join(folder, 'node_modules/.package-lock.json')) > modified(lock);
		if (byHand) writeFileSync(stamp, hash);
		return byHand;
	};
	if (installed()) return;
	mkdirSync(folder, { recursive: true });
	await takeLock(join(folder, '.installing'));
	if (installed()) return;
	console.log(`Installing ${what} …`);
	const files = source === folder ? [] : ['package.json', 'package-lock.json', '.npmrc'];
	for (const file of files) copyFileSync(join(source, file), join(folder, file));
	npm(folder, 'ci --ignore-scripts --prefer-offline');
	npm(folder, `rebuild ${native}`, hint);
	writeFileSync(stamp, hash);
}

/**
 * Makes a clone ready to work: the development tools, a Node 24 of its own, and the real n8n when it is asked for. Quick,
 * and without network, when everything is there.
 *
 * @param {readonly string[]} options `--n8n`: the present n8n, or the last of its 1.x line where N8N_GENERATION is `v1`
 */
export async function prepare(options) {
	if (Number.parseInt(process.versions.node, 10) < 20)
		throw new Error('Install Node 20 or newer (https://nodejs.org).');
	const tools = 'the development tools (0.8 GB, about a minute)';
	await install({ what: tools, source: root, folder: root, native: 'node', built: 'node/bin/node' });
	if (!options.includes('--n8n')) return;
	if (process.platform === 'win32') throw new Error('The playground needs WSL on Windows.');
	const name = process.env.N8N_GENERATION === 'v1' ? 'n8n-v1' : 'n8n';
	const source = join(root, 'playground', name);
	const built = 'sqlite3/build/Release/node_sqlite3.node';
	const installation = { source, folder: n8nFolder(source), native: 'sqlite3', built, hint: compilers };
	await install({ what: `${name} (2 GB, about 4 minutes)`, ...installation });
}
