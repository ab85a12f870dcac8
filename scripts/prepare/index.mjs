import { fileURLToPath } from 'node:url';

import { install } from './install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const oldestNode = 20;

const sqlite = { native: 'sqlite3', builtFile: 'sqlite3/build/Release/node_sqlite3.node' };
const installations = {
	tools: {
		what: 'the development tools (0.7 GB, about a minute)',
		folder: root,
		native: 'node',
		builtFile: 'node/bin/node',
	},
	'--n8n': { what: 'n8n (2.2 GB, about 4 minutes)', folder: `${root}playground/n8n`, ...sqlite },
	'--n8n-v1': { what: 'n8n 1.x (1.4 GB, about 4 minutes)', folder: `${root}playground/n8n-v1`, ...sqlite },
};

/**
 * Makes a clone ready to work: the development tools, a Node 24 of its own, and the real n8n that are asked for. Quick,
 * and without network, when everything is there.
 *
 * @param {readonly string[]} options `--n8n` for the present n8n, `--n8n-v1` for the last of its 1.x line
 */
export async function prepare(options) {
	if (Number.parseInt(process.versions.node, 10) < oldestNode) {
		throw new Error(`This is Node ${process.versions.node}. Install Node ${oldestNode} or newer (https://nodejs.org).`);
	}
	if (options.length > 0 && process.platform === 'win32') {
		throw new Error('The playground runs on Linux and macOS. On Windows, use WSL.');
	}
	await install(installations.tools);
	if (options.includes('--n8n')) await install(installations['--n8n']);
	if (options.includes('--n8n-v1')) await install(installations['--n8n-v1']);
}
