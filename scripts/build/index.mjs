import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fingerprint } from './fingerprint.mjs';

const sources = ['nodes', 'credentials', 'icons', 'gulpfile.js', 'tsconfig.json', 'package.json'];

/** @param {string} file */
function read(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

/**
 * @param {string} root
 * @param {string} node path of a recent Node
 * @returns {Promise<void>}
 */
function gulpBuild(root, node) {
	return new Promise((resolve, reject) => {
		const child = spawn(node, [join(root, 'node_modules/gulp/bin/gulp.js'), 'build'], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text) => {
				output += text;
			});
		}
		const end = () => child.kill('SIGTERM');
		process.once('exit', end);
		child.once('error', reject);
		child.once('close', (code) => {
			process.off('exit', end);
			if (code === 0) resolve();
			else reject(new Error(`${output}\nThe package could not be built.`));
		});
	});
}

/** @param {string} root */
const stampOf = (root) => join(root, '.cache/built');

/** @param {string} root */
const stateOf = (root) => `${fingerprint(root, sources)} ${fingerprint(root, ['dist'])}`;

/**
 * Notes from which sources the package was built.
 *
 * @param {string} root
 */
export function stampBuild(root) {
	mkdirSync(join(root, '.cache'), { recursive: true });
	writeFileSync(stampOf(root), stateOf(root));
}

/**
 * Builds the package, unless what is built came from these very sources.
 *
 * @param {string} root
 * @param {string} node path of a recent Node
 */
export async function buildPackage(root, node) {
	if (read(stampOf(root)) === stateOf(root)) return;
	console.log('Building the package …');
	await gulpBuild(root, node);
}
