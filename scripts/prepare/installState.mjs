import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} file */
function readPackages(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
	} catch {
		return undefined;
	}
}

/**
 * What of a lock file is not installed, by npm's own record of the folder. Optional packages (other platforms' binaries)
 * may be absent.
 *
 * @param {Record<string, {version?: string, optional?: boolean}>} wanted the lock file's `packages`
 * @param {Record<string, {version?: string}>} present those of `node_modules/.package-lock.json`
 * @returns {string[]} paths of packages
 */
export function missingPackages(wanted, present) {
	return Object.entries(wanted)
		.filter(([path]) => path !== '')
		.filter(([path, { version, optional }]) => {
			const installed = present[path];
			return installed === undefined ? optional !== true : installed.version !== version;
		})
		.map(([path]) => path);
}

/**
 * Why a folder has to be installed, or undefined when its packages are those of its lock file. Needs no network and takes
 * milliseconds.
 *
 * @param {string} folder
 * @param {readonly string[]} builtFiles files under node_modules that an install step makes
 */
export function reasonToInstall(folder, builtFiles) {
	const present = readPackages(join(folder, 'node_modules/.package-lock.json'));
	if (present === undefined) return 'nothing is installed yet';
	const wanted = readPackages(join(folder, 'package-lock.json'));
	if (wanted === undefined) throw new Error(`${folder}/package-lock.json is missing or broken`);
	const missing = missingPackages(wanted, present);
	if (missing.length > 0) return `package-lock.json has changed (${missing.length} packages differ)`;
	const unbuilt = builtFiles.find((file) => !existsSync(join(folder, 'node_modules', file)));
	return unbuilt === undefined ? undefined : `${unbuilt} has not been built`;
}
