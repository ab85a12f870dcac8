import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import getPort from 'get-port';

import { startChild } from '../childProcess.ts';
import type { ChildOptions } from '../childProcess.ts';
import { until } from '../until.ts';

interface ServerOptions extends Pick<ChildOptions, 'command' | 'cwd' | 'env' | 'user'> {
	readonly args: (port: number) => readonly string[];
	/** The text that the server prints once it accepts connections. */
	readonly readyText: string;
}

const startTimeoutMs = 60_000;

/**
 * The path of an installed program. Debian keeps PostgreSQL's outside PATH, in one folder per version.
 *
 * @throws an error that says what to install if it's missing
 */
function findProgram(name: string, debianPackage: string): string {
	const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
	const folders = [...versions, ...(process.env.PATH ?? '').split(delimiter)];
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found === undefined) throw new Error(`${name} isn't installed. On Debian, run: apt-get install ${debianPackage}`);
	return found;
}

/**
 * Starts a server on a free port of 127.0.0.1 and waits until it's ready. The server ends with this process, however
 * the process ends. Stopping kills the server, because its data isn't needed anymore.
 */
async function startServer({ args, readyText, ...options }: ServerOptions) {
	const port = await getPort({ host: '127.0.0.1' });
	let output = '';
	const child = await startChild({ ...options, args: args(port), onOutput: (text) => (output += text) });
	const ready = async () => {
		if (!child.running()) throw new Error(`${options.command} exited (${await child.exited}):\n${output}`);
		return output.includes(readyText) || undefined;
	};
	try {
		await until(startTimeoutMs, ready, () => `${options.command} wasn't ready:\n${output}`);
	} catch (error) {
		await child.kill9();
		throw error;
	}
	return { port, stop: child.kill9 };
}

/** Starts a Redis server on a free port, without data on disk. Returns how n8n connects to it. */
export async function startRedis() {
	const { port, stop } = await startServer({
		command: findProgram('redis-server', 'redis-server'),
		args: (free) => ['--port', String(free), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		cwd: tmpdir(),
		env: { PATH: process.env.PATH ?? '' },
		readyText: 'Ready to accept connections',
	});
	return { env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) }, stop };
}

/** Settings that are fast but not crash-safe, because the data never outlives the server. */
const settings = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	fsync: 'off',
	synchronous_commit: 'off',
	full_page_writes: 'off',
};

/** The user that runs PostgreSQL, because PostgreSQL refuses root. Undefined if this process isn't root. */
function unprivilegedUser() {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
	return { uid: id('-u'), gid: id('-g') };
}

/** Starts a PostgreSQL server on a free port, with its data in a temporary folder. Returns how n8n connects to it. */
export async function startPostgres() {
	await using starting = new AsyncDisposableStack();
	const [initdb, command] = [findProgram('initdb', 'postgresql'), findProgram('postgres', 'postgresql')];
	const user = unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-postgres-'));
	starting.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	if (user !== undefined) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
	const form = ['--auth=trust', '--username=n8n', '--encoding=UTF8', '--locale=C', '--no-sync'];
	await promisify(execFile)(initdb, ['-D', data, ...form], { cwd: folder, env, ...user });
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const server = await startServer({
		command,
		args: (port) => ['-D', data, '-p', String(port), ...flags],
		cwd: folder,
		env,
		readyText: 'ready to accept connections',
		user,
	});
	starting.defer(server.stop);
	const started = starting.move();
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(server.port),
			DB_POSTGRESDB_USER: 'n8n',
			// The database that initdb creates by itself.
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		stop: () => started.disposeAsync(),
	};
}
