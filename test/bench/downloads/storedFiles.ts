import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths, below n8n's folder, of the directories in which it keeps the files of executions. */
async function binaryFolders(userFolder: string): Promise<string[]> {
	const entries = await readdir(join(userFolder, '.n8n'), { recursive: true, withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory() && entry.name === 'binary_data');
	return folders.map((entry) => join(entry.parentPath, entry.name));
}

/** The size of the largest stored file, in bytes; 0 when there is none. */
export async function largestStoredFile(userFolder: string): Promise<number> {
	let largest = 0;
	for (const folder of await binaryFolders(userFolder)) {
		for (const name of await readdir(folder)) largest = Math.max(largest, (await stat(join(folder, name))).size);
	}
	return largest;
}

/** Removes all stored files, which n8n would keep for weeks. */
export async function removeStoredFiles(userFolder: string): Promise<void> {
	for (const folder of await binaryFolders(userFolder)) await rm(folder, { recursive: true, force: true });
}
