import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where an n8n is installed: in the user's cache folder, for all clones that want those very packages.
 *
 * @param {string} source the folder of its package.json and lock file
 */
export function n8nFolder(source) {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(source, file)));
	const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const generation = source.endsWith('-v1') ? 'v1' : 'v2';
	return join(cache, 'n8n-nodes-enterprise-assessment', `${generation}-${hash.digest('hex').slice(0, 16)}`);
}
