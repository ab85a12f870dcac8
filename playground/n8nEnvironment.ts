import { join } from 'node:path';

import { chosenGeneration } from './generation.ts';
import type { Generation } from './generation.ts';
import { repositoryRoot } from './paths.ts';

/** What a child may see of this process's environment: where programs are, and the language. */
const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];

const ofGeneration: Record<Generation, Readonly<Record<string, string>>> = {
	// Without a pool it says that an execution has ended before it stores what came of it.
	v1: { DB_SQLITE_POOL_SIZE: '3' },
	v2: {
		// Without internet the first can hold up a graceful stop for 40 s; the second stands before the workflows after sign-in.
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
		// On a busy machine n8n would take its database for lost after 5 s, and answer 503 to everything.
		DB_PING_TIMEOUT_MS: '120000',
	},
};

/** The environment of a quiet n8n on this machine that calls nothing outside; `overrides` replace anything here. */
export function n8nEnvironment(
	port: number,
	runnerPort: number,
	userFolder: string,
	overrides: Readonly<Record<string, string>>,
): Record<string, string> {
	const kept = Object.entries(process.env).filter(([name]) => inherited.includes(name));
	const settings: Record<string, string> = {
		...Object.fromEntries(kept),
		NODE_ENV: 'production',
		// Compiling n8n's code takes a good part of its start.
		NODE_COMPILE_CACHE: join(repositoryRoot, '.cache/compiled'),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PROTOCOL: 'http',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		// Where n8n's own task runner (Code nodes) connects; two n8n on one machine need two.
		N8N_RUNNERS_BROKER_PORT: String(runnerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		GENERIC_TIMEZONE: 'UTC',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		...ofGeneration[chosenGeneration(process.env)],
		// n8n's own limit for a graceful stop must be shorter than the time after which it is killed here.
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '20',
		// A worker or a webhook process answers /healthz/readiness only when asked to.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...overrides,
	};
	// n8n 1.x knows it by the older name only.
	return { WEBHOOK_URL: settings.N8N_WEBHOOK_URL ?? '', ...settings };
}
