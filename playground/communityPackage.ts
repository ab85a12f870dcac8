import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { asObject, textOf } from './api/json.ts';
import type { JsonObject } from './api/json.ts';
import { unpackPackage } from './packageTarball.ts';

/** The package's name, which is also the first part of its node types' names. */
export const packageName = 'n8n-nodes-enterprise-assessment';

/** Where n8n has the installed package. */
export function packageFolder(userFolder: string): string {
	return join(userFolder, '.n8n/nodes/node_modules', packageName);
}

async function installedManifest(userFolder: string): Promise<JsonObject> {
	const text = await readFile(join(packageFolder(userFolder), 'package.json'), 'utf8');
	const manifest: unknown = JSON.parse(text);
	return asObject(manifest, 'package.json');
}

/**
 * Puts a packed package where n8n keeps installed community packages, with the list that n8n keeps beside them. n8n
 * loads it at its next start under its real names.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	await unpackPackage(tarball, packageFolder(userFolder));
	const version = textOf(await installedManifest(userFolder), 'version');
	const list = { name: 'installed-nodes', private: true, dependencies: { [packageName]: version } };
	await writeFile(join(userFolder, '.n8n/nodes/package.json'), JSON.stringify(list, null, 2));
	// The list of installed packages asks npm for newer versions, and without internet takes a minute to give up.
	await writeFile(join(userFolder, '.n8n/nodes/.npmrc'), 'offline=true\n');
}

/**
 * Enters the installed package into n8n's database, as n8n's own installer does, so that Settings → Community nodes
 * shows it. `nodeTypes` are the descriptions that n8n loaded (the tool variants that it derives aren't entered). Does
 * nothing where n8n has no SQLite database.
 */
export async function recordPackage(userFolder: string, nodeTypes: readonly JsonObject[]): Promise<void> {
	const file = join(userFolder, '.n8n/database.sqlite');
	if (!existsSync(file)) return;
	const manifest = await installedManifest(userFolder);
	const author = asObject(manifest.author, "package.json's 'author'");

	using database = new DatabaseSync(file);
	database.exec('PRAGMA busy_timeout = 10000');
	database
		.prepare(
			`INSERT OR REPLACE INTO installed_packages
			(packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
			VALUES (?, ?, ?, ?, datetime(), datetime())`,
		)
		.run(packageName, textOf(manifest, 'version'), textOf(author, 'name'), textOf(author, 'email'));
	const insert = database.prepare(
		'INSERT OR REPLACE INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, 1, ?)',
	);
	for (const nodeType of nodeTypes) {
		const name = textOf(nodeType, 'name');
		if (!name.endsWith('Tool')) insert.run(textOf(nodeType, 'displayName'), name, packageName);
	}
}
