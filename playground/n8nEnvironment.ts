import { join } from 'node:path';

import { chosenGeneration } from './generation.ts';
import type { Generation } from './generation.ts';
import { repositoryRoot } from './paths.ts';

/** The only variables that a child inherits: the paths of programs, and the language. */
const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];

const ofGeneration: Record<Generation, Readonly<Record<string, string>>> = {
	// Without a pool, n8n reports the end of an execution before it stores the outcome.
	v1: { DB_SQLITE_POOL_SIZE: '3' },
	v2: {
		// Without internet access, the first module can delay a graceful stop by 40 s. The second covers the workflows after sign-in.
		// Without the others, n8n starts a tenth faster.
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,agents,chat-hub',
		// On a busy machine, n8n would consider its database lost after 5 s, and return 503 for every request.
		DB_PING_TIMEOUT_MS: '120000',
	},
};

/** Without its task runner, n8n starts faster, but can't run Code nodes. The tests don't have any. */
export const noTaskRunner = { N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'unused' };

/** Also leaves out the editor, and the descriptions of node types that the editor loads. */
export const headless = { ...noTaskRunner, N8N_DISABLE_UI: 'true' };

/** The environment of an n8n that sends nothing to the internet and shows no banners. `overrides` replace any variable. */
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
		// Compiling n8n's code takes much of its start time.
		NODE_COMPILE_CACHE: join(repositoryRoot, '.cache/compiled'),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PROTOCOL: 'http',
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		// The port for n8n's task runner (Code nodes). Two n8n instances on one machine need different ones.
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
		// n8n's own limit for a graceful stop must be shorter than the time after which the playground kills it.
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '20',
		// A worker or a webhook process only serves /healthz/readiness if this is set.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...overrides,
	};
	// n8n 1.x only knows the older name.
	return { WEBHOOK_URL: settings.N8N_WEBHOOK_URL ?? '', ...settings };
}
