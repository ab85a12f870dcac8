import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chosenGeneration } from './generation.ts';

/** The repository's root folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Where `scripts/prepare.mjs` installs real ones, each on being asked for as `--<folder>`. */
const n8nFolders = { v1: 'n8n-v1', v2: 'n8n' } as const;

/** Path of the command line script of the chosen n8n. Throws with the way out when it isn't installed. */
export function installedN8n(): string {
	const folder = n8nFolders[chosenGeneration(process.env)];
	const entryPoint = fileURLToPath(new URL(`${folder}/node_modules/n8n/bin/n8n`, import.meta.url));
	if (!existsSync(entryPoint)) {
		throw new Error(`n8n is not installed in playground/${folder}. Run: node scripts/prepare.mjs --${folder}`);
	}
	return entryPoint;
}

/** The Node that runs n8n, which needs 24: this one, or the binary of the devDependency `node`. */
export function recentNode(): string {
	const [major] = process.versions.node.split('.');
	if (Number(major) >= 24) return process.execPath;
	const packaged = `${repositoryRoot}/node_modules/node/bin/node`;
	if (existsSync(packaged)) return packaged;
	throw new Error('n8n needs Node 24. Run: node scripts/prepare.mjs');
}
