import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { n8nFolders } from './n8nFolders.mjs';

/** The repository's root folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The path of the chosen n8n's command line script. If n8n isn't installed, the error says what to do. */
export function installedN8n(): string {
	const entryPoint = `${n8nFolders().folder}/node_modules/n8n/bin/n8n`;
	if (!existsSync(entryPoint)) throw new Error("n8n isn't installed. Run: node scripts/prepare.mjs --n8n");
	return entryPoint;
}
