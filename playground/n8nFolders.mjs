import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

// This is JavaScript, because scripts/prepare.mjs imports it on a fresh clone, with a Node that may not run TypeScript.

/** The folder of the chosen n8n's lock file, and the one where n8n is installed for all clones with the same lock file. */
export function n8nFolders() {
	const generation = process.env.N8N_GENERATION === 'v1' ? 'v1' : 'v2';
	const source = fileURLToPath(new URL(generation === 'v1' ? 'n8n-v1' : 'n8n', import.meta.url));
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(`${source}/${file}`));
	const cache = `${process.env.XDG_CACHE_HOME || `${homedir()}/.cache`}/n8n-nodes-enterprise-assessment`;
	return { source, folder: `${cache}/${generation}-${hash.digest('hex').slice(0, 16)}` };
}
