import { tmpdir } from 'node:os';

import { findProgram, startService } from './service.ts';
import type { Server } from './service.ts';

/** A Redis server of its own on a free port that keeps nothing on disk. */
export async function startRedis(): Promise<Server> {
	const { port, stop } = await startService({
		name: 'Redis',
		command: findProgram('redis-server', 'redis-server'),
		args: (free) => ['--port', String(free), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		cwd: tmpdir(),
		env: { PATH: process.env.PATH ?? '' },
		readyText: 'Ready to accept connections',
	});
	return { env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) }, stop };
}
