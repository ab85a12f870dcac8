import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder that hold this text anywhere in their bytes: databases, logs and stored files. */
export async function filesHolding(text: string, folder: string): Promise<string[]> {
	const holding: string[] = [];
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		if ((await readFile(path)).includes(text)) holding.push(path.slice(folder.length + 1));
	}
	return holding;
}
