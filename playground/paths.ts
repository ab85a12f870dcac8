import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { n8nFolders } from './n8nFolders.mjs';

/** The repository's root folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Path of the command line script of the chosen n8n. Throws with the way out when it isn't installed. */
export function installedN8n(): string {
	const entryPoint = `${n8nFolders().folder}/node_modules/n8n/bin/n8n`;
	if (!existsSync(entryPoint)) throw new Error('n8n is not installed. Run: node scripts/prepare.mjs --n8n');
	return entryPoint;
}
