import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, optional?: boolean}>}
 */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Why a folder has to be installed, or undefined when its packages are those of its lock file, by npm's own record, whoever
 * installed them. Optional packages (other platforms' binaries) may be absent. Needs no network and takes milliseconds.
 *
 * @param {string} folder
 * @param {string} builtFile under node_modules, made by the install script that is needed
 */
export function reasonToInstall(folder, builtFile) {
	const record = join(folder, 'node_modules/.package-lock.json');
	if (!existsSync(record)) return 'nothing is installed yet';
	const present = packagesOf(record);
	const wanted = packagesOf(join(folder, 'package-lock.json'));
	const complete = Object.entries(wanted).every(([path, { version, optional }]) => {
		if (path === '') return true;
		return present[path] === undefined ? optional : present[path].version === version;
	});
	if (!complete) return 'package-lock.json has changed';
	return existsSync(join(folder, 'node_modules', builtFile)) ? undefined : 'not built';
}
