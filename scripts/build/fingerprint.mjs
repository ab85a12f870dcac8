import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Every file of a folder, or the file itself, sorted; none when there is no such path.
 *
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
	const status = statSync(path, { throwIfNoEntry: false });
	if (status === undefined) return [];
	if (status.isFile()) return [path];
	const names = readdirSync(path).sort();
	return names.flatMap((name) => filesOf(join(path, name)));
}

/**
 * A hash of the names and contents of files and folders.
 *
 * @param {string} root
 * @param {readonly string[]} paths below the root
 */
export function fingerprint(root, paths) {
	const hash = createHash('sha256');
	for (const file of paths.flatMap((path) => filesOf(join(root, path)))) {
		hash
			.update(`${relative(root, file)}\0`)
			.update(readFileSync(file))
			.update('\0');
	}
	return hash.digest('hex');
}
