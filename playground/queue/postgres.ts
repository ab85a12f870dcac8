import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findProgram, startService } from './service.ts';
import type { Server } from './service.ts';

const run = promisify(execFile);

const owner = 'n8n';
/** What initdb makes by itself. */
const database = 'postgres';

/** Quick rather than safe: the data never outlives the server. */
const settings = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	fsync: 'off',
	synchronous_commit: 'off',
	full_page_writes: 'off',
	max_connections: '100',
};

/** Whom to become, since PostgreSQL doesn't run as root. Undefined where this process isn't root. */
function unprivilegedUser() {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody']));
	return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL server of its own on a free port, with its data in a temporary folder that goes with it. */
export async function startPostgres(): Promise<Server> {
	const debianPackage = 'postgresql';
	const initdb = findProgram('initdb', debianPackage);
	const command = findProgram('postgres', debianPackage);
	const user = unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-postgres-'));
	const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
	const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
	let server: Awaited<ReturnType<typeof startService>>;
	try {
		if (user !== undefined) await chown(folder, user.uid, user.gid);
		const data = join(folder, 'data');
		const form = ['--auth=trust', `--username=${owner}`, '--encoding=UTF8', '--locale=C', '--no-sync'];
		await run(initdb, ['-D', data, ...form], { cwd: folder, env, ...user });
		const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
		server = await startService({
			name: 'PostgreSQL',
			command,
			args: (port) => ['-D', data, '-p', String(port), ...flags],
			cwd: folder,
			env,
			readyText: 'ready to accept connections',
			...(user === undefined ? {} : { user }),
		});
	} catch (error) {
		await remove();
		throw error;
	}
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(server.port),
			DB_POSTGRESDB_USER: owner,
			DB_POSTGRESDB_DATABASE: database,
		},
		async stop() {
			await server.stop();
			await remove();
		},
	};
}
