import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { codeOf } from './errors.mjs';

/** So many of the first and of the last lines of npm's output belong into an error message. */
const shownLines = 12;

/** @param {readonly string[]} lines */
function firstAndLast(lines) {
	return lines.length <= 2 * shownLines ? lines : [...lines.slice(0, shownLines), '…', ...lines.slice(-shownLines)];
}

/**
 * The folder with the C headers of a Node on the PATH, for building native packages without fetching them.
 *
 * @param {string} path the PATH
 */
export function nodeHeaders(path) {
	return path
		.split(delimiter)
		.map((folder) => dirname(folder))
		.find((prefix) => existsSync(join(prefix, 'include/node/node_api.h')));
}

/**
 * Runs npm in a folder, silently. Rejects with npm's own error output, shortened.
 *
 * @param {readonly string[]} args
 * @param {{folder: string, env: NodeJS.ProcessEnv, onLine?: (line: string) => void}} options
 * @returns {Promise<void>}
 */
export function runNpm(args, { folder, env, onLine = () => undefined }) {
	return new Promise((resolve, reject) => {
		const child = spawn('npm', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
		/** @type {string[]} */
		const errorLines = [];
		let rest = '';
		const read = (/** @type {string} */ text) => {
			const lines = (rest + text).split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) {
				onLine(line);
				if (!/^npm (http|warn|notice|info)/i.test(line)) errorLines.push(line);
			}
		};
		child.stdout.setEncoding('utf8').on('data', read);
		child.stderr.setEncoding('utf8').on('data', read);

		const end = () => child.kill('SIGTERM');
		process.once('exit', end);
		child.once('error', (error) => {
			process.off('exit', end);
			reject(
				codeOf(error) === 'ENOENT'
					? new Error('npm was not found. Install npm 10 or newer; it comes with Node.')
					: error,
			);
		});
		child.once('close', (code) => {
			process.off('exit', end);
			if (code === 0) resolve();
			else reject(new Error(`npm ${args.join(' ')} failed:\n${firstAndLast(errorLines).join('\n')}`));
		});
	});
}
