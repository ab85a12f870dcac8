import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { messageOf } from './errors.mjs';
import { reasonToInstall } from './installState.mjs';
import { nodeHeaders, runNpm } from './npm.mjs';
import { compilerHint, diskSpaceProblem } from './requirements.mjs';
import { showProgress } from './showProgress.mjs';

/**
 * @typedef {object} Installation
 * @property {string} what as in "Installing <what>"
 * @property {string} time what to expect
 * @property {string} folder holds package.json and package-lock.json
 * @property {number} gigabytes disk space it takes, at most
 * @property {readonly string[]} args further arguments of `npm install`
 * @property {string} native the one package whose install script is needed
 * @property {string} nativeFile what that script makes, under node_modules
 * @property {string} hint what to do when the script fails; '' when nothing is known
 */

/** @param {string} root @returns {Installation} */
export function developmentTools(root) {
	return {
		what: 'the development tools',
		time: 'about a minute',
		folder: root,
		gigabytes: 1.5,
		args: [],
		native: 'node',
		nativeFile: 'node/bin/node',
		hint: '',
	};
}

/** @typedef {'n8n' | 'n8n-v1'} N8nFolder below playground: the present n8n, and the last of its 1.x line */

/** @type {readonly N8nFolder[]} */
export const n8nFolders = ['n8n', 'n8n-v1'];

/** @param {string} root @param {N8nFolder} folder @returns {Installation} */
export function realN8n(root, folder) {
	const isPresent = folder === 'n8n';
	return {
		what: isPresent ? 'n8n' : 'n8n 1.x',
		time: isPresent ? '2.2 GB, about 4 minutes' : '1.4 GB, about 4 minutes',
		folder: join(root, 'playground', folder),
		gigabytes: isPresent ? 4 : 3,
		args: ['--legacy-peer-deps'],
		native: 'sqlite3',
		nativeFile: 'sqlite3/build/Release/node_sqlite3.node',
		hint: compilerHint,
	};
}

/** The environment for npm, with the package's own Node 24 first on the PATH once it is there. @param {string} root */
function npmEnvironment(root) {
	return { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Runs the install script of one package. A compiler's need of Node's headers is met from this machine where a download
 * failed.
 *
 * @param {Installation} installation
 * @param {NodeJS.ProcessEnv} env
 */
async function buildNative({ folder, native, hint }, env) {
	const headers = nodeHeaders(env.PATH ?? '');
	const attempts = headers === undefined ? [env] : [env, { ...env, npm_config_nodedir: headers }];
	let problem;
	for (const attempt of attempts) {
		try {
			await runNpm(['rebuild', native], { folder, env: attempt });
			return;
		} catch (error) {
			problem = error;
		}
	}
	throw new Error(`${messageOf(problem)}\n\n${hint}`.trim(), { cause: problem });
}

/**
 * Installs a folder's packages when they aren't those of its lock file. Not with `npm ci`, which refuses a lock file
 * without an optional package of another platform; `npm install --no-save` keeps to the lock file and leaves it as it is.
 *
 * @param {Installation} installation
 * @param {string} root
 */
export async function install(installation, root) {
	const { what, time, folder, gigabytes, args, native, nativeFile } = installation;
	const reason = reasonToInstall(folder, [nativeFile]);
	if (reason === undefined) return;
	const env = npmEnvironment(root);

	if (reasonToInstall(folder, []) !== undefined) {
		const problem = diskSpaceProblem(root, gigabytes);
		if (problem !== undefined) throw new Error(problem);
		const total = Object.keys(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages).length;
		let fetched = 0;
		const status = () =>
			fetched === 0 ? 'looking packages up' : `${Math.min(fetched, total)} of ${total} packages fetched`;
		await showProgress(`Installing ${what} (${time}): ${reason}`, `installing ${what}`, status, () =>
			runNpm(['install', '--no-save', '--ignore-scripts', '--loglevel', 'http', ...args], {
				folder,
				env,
				onLine(line) {
					if (/^npm http (fetch|cache) .*\.tgz/.test(line)) fetched++;
				},
			}),
		);
	}

	await showProgress(
		`Building the native package ${native}`,
		`building ${native}`,
		() => '',
		() => buildNative(installation, env),
	);
	const remaining = reasonToInstall(folder, [nativeFile]);
	if (remaining !== undefined) throw new Error(`Installing ${what} did not work: ${remaining}`);
}
