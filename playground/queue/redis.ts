import { tmpdir } from 'node:os';

import { findProgram } from './programs.ts';
import { startService } from './service.ts';

export interface Redis {
	/** How n8n reaches it. */
	readonly env: Readonly<Record<string, string>>;
	readonly stop: () => Promise<void>;
}

/** A Redis server of its own on a free port that keeps nothing on disk. */
export async function startRedis(): Promise<Redis> {
	const server = await startService({
		name: 'Redis',
		command: findProgram('redis-server', 'redis-server'),
		args: (port) => ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		cwd: tmpdir(),
		env: { PATH: process.env.PATH ?? '' },
		readyText: 'Ready to accept connections',
	});
	return {
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(server.port) },
		stop: server.stop,
	};
}
