import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { developmentTools, install, realN8n } from './install.mjs';
import { whileLocked } from './lock.mjs';
import { nodeVersionProblem } from './requirements.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Makes a clone ready to work: the development tools, a Node 24 of its own, and the real n8n that are asked for. Quick,
 * and without network, when everything is there.
 *
 * @param {readonly import('./install.mjs').N8nFolder[]} n8n
 */
export async function prepare(n8n) {
	const problem = nodeVersionProblem(process.versions.node);
	if (problem !== undefined) throw new Error(problem);
	if (n8n.length > 0 && process.platform === 'win32') {
		throw new Error('The playground runs on Linux and macOS. On Windows, use WSL.');
	}
	await whileLocked(join(root, '.cache/prepare.lock'), async () => {
		await install(developmentTools(root), root);
		for (const folder of n8n) await install(realN8n(root, folder), root);
	});
}
