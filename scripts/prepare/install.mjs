import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { reasonToInstall } from './installState.mjs';
import { whileLocked } from './lock.mjs';

const compilerHint = `
n8n stores its data with a native package that is compiled here: it needs Python 3, make and a C++ compiler.
  Debian, Ubuntu: apt-get install -y python3 make g++
  macOS:          xcode-select --install`;

/** Where a Node on the PATH has the C headers with which a native package is compiled; else they are fetched. */
function nodeHeaders() {
	const prefixes = (process.env.PATH ?? '').split(delimiter).map((folder) => dirname(folder));
	const nodedir = prefixes.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h')));
	return nodedir === undefined ? {} : { npm_config_nodedir: nodedir };
}

/**
 * Runs npm in a folder. It ends with this process.
 *
 * @param {string} folder
 * @param {readonly string[]} args
 */
async function npm(folder, args) {
	const child = spawn('npm', [...args, '--loglevel', 'error'], {
		cwd: folder,
		env: { ...process.env, ...nodeHeaders() },
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	const end = () => child.kill();
	process.once('exit', end);
	const [code] = await once(child, 'close').catch(() => ['npm 10 or newer was not found. It comes with Node']);
	process.off('exit', end);
	if (code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${folder} (${code}).`);
}

/**
 * Installs a folder's packages when they aren't those of its lock file. Of all install scripts only the one that is needed
 * runs, with every version of npm.
 *
 * @param {{what: string, folder: string, native: string, builtFile: string}} installation
 */
export async function install({ what, folder, native, builtFile }) {
	const reason = () => reasonToInstall(folder, builtFile);
	if (reason() === undefined) return;
	await whileLocked(join(folder, '.installing'), async () => {
		const first = reason();
		if (first === undefined) return;
		console.log(`Installing ${what}: ${first} …`);
		if (first !== 'not built') await npm(folder, ['ci', '--ignore-scripts', '--prefer-offline']);
		await npm(folder, ['rebuild', native]).catch((error) => {
			throw native === 'sqlite3' ? new Error(`${error.message}\n${compilerHint}`, { cause: error }) : error;
		});
		const remaining = reason();
		if (remaining !== undefined) throw new Error(`Installing ${what} did not work: ${remaining}`);
	});
}
