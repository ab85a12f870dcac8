import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps PostgreSQL's programs outside of the path, one folder per version. */
const postgresFolders = '/usr/lib/postgresql/*/bin';

function majorOf(folder: string): number {
	return Number(folder.split('/').at(-2));
}

/**
 * The path of an installed program.
 *
 * @throws with what to install when there is none
 */
export function findProgram(name: string, debianPackage: string): string {
	const versions = globSync(postgresFolders).sort((a, b) => majorOf(b) - majorOf(a));
	const folders = [...versions, ...(process.env.PATH ?? '').split(delimiter)];
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found === undefined) throw new Error(`There is no ${name}. On Debian: apt-get install ${debianPackage}`);
	return found;
}
