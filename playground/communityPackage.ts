import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { unpackPackage } from './packageTarball.ts';

/** The package's name, which is also the first part of its node types' names. */
export const packageName = 'n8n-nodes-enterprise-assessment';

/** Where n8n has the installed package. */
export function packageFolder(userFolder: string): string {
	return join(userFolder, '.n8n/nodes/node_modules', packageName);
}

/**
 * Puts a packed package where n8n keeps installed community packages, with the list that n8n keeps beside them. n8n
 * loads it at its next start under its real names.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	await unpackPackage(tarball, packageFolder(userFolder));
	const list = { name: 'installed-nodes', private: true, dependencies: { [packageName]: '*' } };
	await writeFile(join(userFolder, '.n8n/nodes/package.json'), JSON.stringify(list, null, 2));
	// The list of installed packages asks npm for newer versions, and without internet takes a minute to give up.
	await writeFile(join(userFolder, '.n8n/nodes/.npmrc'), 'offline=true\n');
}
