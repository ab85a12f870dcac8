import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort from 'get-port';

import { installPackage, packPackage } from '../communityPackage.ts';
import { headless } from '../n8nEnvironment.ts';
import { startN8n } from '../n8nProcess.ts';
import type { N8n } from '../n8nProcess.ts';
import { startPlayground } from '../playground.ts';
import { startPostgres, startRedis } from './servers.ts';

/**
 * A simulator and a real n8n in queue mode, as users run it: its own PostgreSQL and Redis, a main process, two workers and a
 * webhook processor. Each has its own folder with the packed package. Everything ends with this process, even after `kill -9`.
 * `n8n` is the main process. The webhook processor receives production webhooks in its place.
 *
 * @param more environment variables of all processes, which override the playground's own
 */
export async function startQueuePlayground(more: Readonly<Record<string, string>> = {}) {
	await using starting = new AsyncDisposableStack();

	async function temporaryFolder(what: string): Promise<string> {
		const folder = await mkdtemp(join(tmpdir(), `enterprise-assessment-${what}-`));
		starting.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
		return folder;
	}

	const redis = starting.adopt(await startRedis(), ({ stop }) => stop());
	const postgres = starting.adopt(await startPostgres(), ({ stop }) => stop());
	const webhookPort = await getPort({ host: '127.0.0.1' });
	const env = {
		...headless,
		...postgres.env,
		...redis.env,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
		N8N_WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		// Executions from the editor also use the queue, as they always do from n8n 3 on.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		...more,
	};
	const packageTarball = await packPackage(await temporaryFolder('pack'));

	// The main process starts alone, because it creates the database's tables.
	const main = await startPlayground({ env, packageTarball });
	starting.defer(main.stop);

	async function startBeside(command: 'worker' | 'webhook', port?: number): Promise<N8n> {
		const userFolder = await temporaryFolder(command);
		await installPackage(packageTarball, userFolder);
		const n8n = await startN8n({ userFolder, command, env, port });
		return starting.adopt(n8n, ({ kill9 }) => kill9());
	}
	const starts = [startBeside('worker'), startBeside('worker'), startBeside('webhook', webhookPort)] as const;
	// Waits until all have settled, because if one fails, those that have started must be stopped.
	await Promise.allSettled(starts);
	const [first, second, webhookProcessor] = await Promise.all(starts);

	const started = starting.move();
	return { ...main, workers: [first, second] as const, webhookProcessor, stop: () => started.disposeAsync() };
}
