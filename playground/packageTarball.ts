import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { repositoryRoot } from './paths.ts';

const run = promisify(execFile);

/** Runs `npm pack` on the latest build and writes the tarball to a folder, creating it if missing. Returns its path. */
export async function packPackage(folder: string, source = repositoryRoot): Promise<string> {
	if (!existsSync(join(source, 'dist/nodes'))) throw new Error('Nothing is built. Run: npm run build');
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
