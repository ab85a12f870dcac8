import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { repositoryRoot } from './paths.ts';

const run = promisify(execFile);

/** The package's name, which is also the prefix of its node types' names. */
export const packageName = 'n8n-nodes-enterprise-assessment';

/** Runs `npm pack` on the latest build and writes the tarball to a folder, creating it if missing. Returns its path. */
export async function packPackage(folder: string, source = repositoryRoot): Promise<string> {
	if (!existsSync(join(source, 'dist/nodes'))) throw new Error("The package isn't built. Run: npm run build");
	await mkdir(folder, { recursive: true });
	const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const { stdout } = await run('npm', args, { cwd: source });
	return join(folder, stdout.trim());
}

/** Unpacks a packed package to a folder after emptying the folder. */
export async function unpackPackage(tarball: string, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/** Where n8n keeps the installed package. */
export const packageFolder = (userFolder: string) => join(userFolder, '.n8n/nodes/node_modules', packageName);

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
