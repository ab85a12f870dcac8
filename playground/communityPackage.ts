import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { unpackPackage } from './packageTarball.ts';

/** The package's name, which is also the prefix of its node types' names. */
export const packageName = 'n8n-nodes-enterprise-assessment';

/** Where n8n keeps the installed package. */
export function packageFolder(userFolder: string): string {
	return join(userFolder, '.n8n/nodes/node_modules', packageName);
}

/**
 * Puts a packed package where n8n keeps installed community packages, and adds it to n8n's list of them. n8n loads it
 * under its real names at its next start.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	await unpackPackage(tarball, packageFolder(userFolder));
	const list = { name: 'installed-nodes', private: true, dependencies: { [packageName]: '*' } };
	await writeFile(join(userFolder, '.n8n/nodes/package.json'), JSON.stringify(list, null, 2));
	// n8n checks npm for newer versions of the listed packages. Without internet access, that takes a minute to fail.
	await writeFile(join(userFolder, '.n8n/nodes/.npmrc'), 'offline=true\n');
}
