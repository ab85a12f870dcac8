import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { playgroundOwner } from './api/session.ts';
import { installedN8n, repositoryRoot } from './paths.ts';

// At its first start, n8n creates its encryption key and its database tables, which takes as long as the start itself. Here,
// this happens once per machine, because later playgrounds begin with a copy. It includes the owner's account.

const database = 'database.sqlite';

/** Where the copy is kept. Each n8n version and each owner has its own. */
async function keptFolder(): Promise<string> {
	const manifest = await readFile(join(dirname(installedN8n()), '../package.json'));
	const hash = createHash('sha256').update(manifest).update(JSON.stringify(playgroundOwner)).digest('hex');
	return join(repositoryRoot, '.cache/firstStart', hash.slice(0, 16));
}

/** Copies what n8n wrote during its first start into a new folder. Returns false if there is no copy yet. */
export async function copyFirstStart(userFolder: string): Promise<boolean> {
	const kept = await keptFolder();
	const isKept = existsSync(kept);
	if (isKept) await cp(kept, join(userFolder, '.n8n'), { recursive: true });
	return isKept;
}

/** Keeps a copy of what a running n8n wrote during its first start. */
export async function keepFirstStart(userFolder: string): Promise<void> {
	const kept = await keptFolder();
	await mkdir(dirname(kept), { recursive: true });
	const folder = await mkdtemp(`${kept}-`);
	using running = new DatabaseSync(join(userFolder, '.n8n', database));
	running.exec('PRAGMA busy_timeout = 10000');
	running.prepare('VACUUM INTO ?').run(join(folder, database));
	await copyFile(join(userFolder, '.n8n/config'), join(folder, 'config'));
	// If another process was faster, the folder already exists.
	await rename(folder, kept).catch(() => rm(folder, { recursive: true }));
}
