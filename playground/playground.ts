import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSimulator } from '../simulator/index.ts';
import type { Simulator, WebhookState } from '../simulator/index.ts';
import { connect } from './api/index.ts';
import type { N8nApi } from './api/index.ts';
import { installPackage, packPackage } from './communityPackage.ts';
import { copyFirstStart, keepFirstStart } from './firstStart.ts';
import { startN8n } from './n8nProcess.ts';

export interface PlaygroundOptions {
	/** Environment variables for n8n, which override the playground's own (n8nEnvironment.ts). */
	readonly env?: Readonly<Record<string, string>>;
	/** n8n's data folder, which is kept at the end. Default: a temporary folder, which is removed at the end. */
	readonly userFolder?: string;
	/** A packed package to install. Default: packs the latest build. */
	readonly packageTarball?: string;
	/** Installs the package once n8n is running. Default: the packed package is installed before n8n starts. */
	readonly install?: (api: N8nApi, userFolder: string) => Promise<void>;
	/** n8n's port. Default: a free one. */
	readonly n8nPort?: number;
	/** Default: a free one. */
	readonly simulatorPort?: number;
	readonly seed?: number;
	/** The webhook that is registered with the simulator from the start. */
	readonly webhook?: WebhookState;
	/** If it fires during the start, everything that was started is stopped. */
	readonly signal?: AbortSignal;
}

export type Playground = Awaited<ReturnType<typeof startPlayground>>;

export const credentialsType = 'enterpriseAssessmentApi';
export const credentialsName = 'Simulator';

/** The value of `credentials` in a node of the package. */
type Credentials = Readonly<Record<typeof credentialsType, { readonly id: string; readonly name: string }>>;

/** Returns the credentials with this name for this account, and creates them if they don't exist. */
export async function putCredentials(
	{ credentials }: N8nApi,
	name: string,
	{ apiKey, baseHost }: Pick<Simulator, 'apiKey' | 'baseHost'>,
): Promise<Credentials> {
	const input = { name, type: credentialsType, data: { apiKey, baseHost, apiVersion: '2020q3' } };
	const existing = await credentials.find(name);
	if (existing !== undefined) await credentials.update(existing, input);
	return { [credentialsType]: { id: existing ?? (await credentials.create(input)), name } };
}

/**
 * A simulator and a real n8n. The packed package is installed as a community package, and credentials for the simulator
 * exist. Any number can run at once. Everything ends with this process, even after `kill -9`.
 */
export async function startPlayground(options: PlaygroundOptions = {}) {
	await using starting = new AsyncDisposableStack();
	// The copy contains an SQLite database and its encryption key, so n8n can't use it with a different database.
	const usesFirstStart = options.userFolder === undefined && options.env?.DB_TYPE === undefined;
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'enterprise-assessment-n8n-')));
	if (options.userFolder === undefined) {
		starting.defer(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));
	}
	const isFirstStart = usesFirstStart && !(await copyFirstStart(userFolder));
	if (options.install === undefined) {
		await installPackage(options.packageTarball ?? (await packPackage(join(userFolder, 'pack'))), userFolder);
	}

	const simulator = await startSimulator({
		port: options.simulatorPort ?? 0,
		seed: options.seed,
		pages: true,
		webhook: options.webhook,
		// In tests, on a busy machine, n8n can take longer than the service's five seconds.
		settings: options.userFolder === undefined ? { deliveryTimeoutMs: 60_000 } : {},
	});
	starting.defer(() => simulator.close());

	const n8n = await startN8n({
		userFolder,
		env: options.env,
		port: options.n8nPort,
		signal: options.signal,
	});
	// The data of a temporary playground is removed anyway, so most don't need a graceful stop. After n8n's first start, Node.js
	// writes its cache of compiled code during the stop.
	starting.defer(() => (options.userFolder === undefined && !isFirstStart ? n8n.kill9() : n8n.stop()));

	const api = await connect(n8n.url);
	if (isFirstStart) await keepFirstStart(userFolder);
	await options.install?.(api, userFolder);
	const credentials = await putCredentials(api, credentialsName, simulator);
	options.signal?.throwIfAborted();
	const started = starting.move();

	return {
		n8n,
		simulator,
		api,
		credentialsId: credentials[credentialsType].id,
		credentials,
		/** Stops n8n if it's running, and restarts it on the same port and data. The simulator keeps running. */
		restart: n8n.restart,
		/** Sends `kill -9` to n8n only. */
		kill9: n8n.kill9,
		/** Stops everything. Can be called more than once. */
		stop: () => started.disposeAsync(),
	};
}
