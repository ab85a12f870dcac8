import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import getPort from 'get-port';

import { startChild } from '../childProcess.ts';
import type { ChildOptions } from '../childProcess.ts';

export interface ServiceOptions extends Pick<ChildOptions, 'command' | 'cwd' | 'env' | 'user'> {
	/** Names it in errors. */
	readonly name: string;
	readonly args: (port: number) => readonly string[];
	/** What it prints once it takes connections. */
	readonly readyText: string;
}

/** A server that n8n uses. */
export interface Server {
	/** How n8n reaches it. */
	readonly env: Readonly<Record<string, string>>;
	readonly stop: () => Promise<void>;
}

const startTimeoutMs = 60_000;

/**
 * The path of an installed program. Debian keeps PostgreSQL's outside of the path, one folder per version.
 *
 * @throws with what to install when there is none
 */
export function findProgram(name: string, debianPackage: string): string {
	const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
	const folders = [...versions, ...(process.env.PATH ?? '').split(delimiter)];
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found === undefined) throw new Error(`There is no ${name}. On Debian: apt-get install ${debianPackage}`);
	return found;
}

/**
 * Starts a server on a free port of 127.0.0.1 and waits until it is ready. It ends with this process, however that goes; what
 * it keeps is thrown away, so stopping kills it.
 */
export async function startService({ name, args, readyText, ...options }: ServiceOptions) {
	const port = await getPort({ host: '127.0.0.1' });
	let output = '';
	const child = await startChild({ ...options, args: args(port), onOutput: (text) => (output += text) });
	const deadline = Date.now() + startTimeoutMs;
	while (!output.includes(readyText)) {
		if (!child.running() || Date.now() > deadline) {
			await child.kill9();
			throw new Error(`${name} did not start (${await child.exited}):\n${output}`);
		}
		await delay(50);
	}
	return { port, stop: child.kill9 };
}
