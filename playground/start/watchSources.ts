import { watch } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { startChild } from '../childProcess.ts';
import type { Child } from '../childProcess.ts';
import { packageFolder } from '../communityPackage.ts';
import { repositoryRoot } from '../paths.ts';

/** What n8n reads beside the compiled code. */
const assets = /\.(json|svg)$/;

/**
 * Compiles the sources into the installed package whenever they change, and copies icons, codex files and output schemas
 * there. An n8n with `N8N_DEV_RELOAD` notices that and loads the nodes anew.
 */
export async function watchSources(userFolder: string): Promise<Child> {
	const dist = join(packageFolder(userFolder), 'dist');
	const { PATH = '', HOME = '' } = process.env;
	const compiler = await startChild({
		command: process.execPath,
		args: [
			join(repositoryRoot, 'node_modules/typescript/bin/tsc'),
			...['--watch', '--preserveWatchOutput', '--outDir', dist],
		],
		env: { PATH, HOME },
		cwd: repositoryRoot,
		onOutput: (text) => void process.stdout.write(text),
	});
	for (const folder of ['nodes', 'icons']) {
		watch(join(repositoryRoot, folder), { recursive: true, persistent: false }, (_event, file) => {
			if (file === null || !assets.test(file)) return;
			const target = join(dist, folder, file);
			mkdir(dirname(target), { recursive: true })
				.then(() => copyFile(join(repositoryRoot, folder, file), target))
				.catch((error: unknown) => console.error(`${folder}/${file} was not copied:`, error));
		});
	}
	return compiler;
}
