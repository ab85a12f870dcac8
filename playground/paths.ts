import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Where `scripts/prepare.mjs --n8n` installs the real n8n. */
const n8nEntryPoint = fileURLToPath(new URL('n8n/node_modules/n8n/bin/n8n', import.meta.url));

/** Path of n8n's command line script. Throws with the way out when n8n isn't installed. */
export function installedN8n(): string {
	if (!existsSync(n8nEntryPoint)) {
		throw new Error('n8n is not installed in playground/n8n. Run: node scripts/prepare.mjs --n8n');
	}
	return n8nEntryPoint;
}

/** The Node that runs n8n, which needs 24: this one, or the binary of the devDependency `node`. */
export function recentNode(): string {
	const [major] = process.versions.node.split('.');
	if (Number(major) >= 24) return process.execPath;
	const packaged = `${repositoryRoot}/node_modules/node/bin/node`;
	if (existsSync(packaged)) return packaged;
	throw new Error('n8n needs Node 24. Run: node scripts/prepare.mjs');
}
