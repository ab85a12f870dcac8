import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSimulator } from '../simulator/index.ts';
import type { Simulator, WebhookState } from '../simulator/index.ts';
import { connect } from './api/index.ts';
import type { N8nApi } from './api/index.ts';
import { installPackage } from './communityPackage.ts';
import { copyFirstStart, keepFirstStart } from './firstStart.ts';
import { startN8n } from './n8nProcess.ts';
import { packPackage } from './packageTarball.ts';

export interface PlaygroundOptions {
	/** Environment variables of n8n, over the playground's own (n8nEnvironment.ts). */
	readonly env?: Readonly<Record<string, string>>;
	/** Where n8n keeps its data; kept at the end. Default: a temporary folder, removed at the end. */
	readonly userFolder?: string;
	/** A packed package to install. Default: packs what was built last. */
	readonly packageTarball?: string;
	/** Installs the package once n8n runs. Default: the packed package is there when n8n starts. */
	readonly install?: (api: N8nApi, userFolder: string) => Promise<void>;
	/** Whether n8n serves its editor and the node types' descriptions, a third of the work of a start. Default: true. */
	readonly editor?: boolean;
	/** n8n's port. Default: a free one. */
	readonly n8nPort?: number;
	/** Default: a free one. */
	readonly simulatorPort?: number;
	readonly seed?: number;
	/** What is registered at the simulator from the start. */
	readonly webhook?: WebhookState;
	/** Ends what has begun when it comes during the start. */
	readonly signal?: AbortSignal;
}

export type Playground = Awaited<ReturnType<typeof startPlayground>>;

export const credentialsType = 'enterpriseAssessmentApi';
export const credentialsName = 'Simulator';

/** What a node of the package has as its `credentials`. */
type Credentials = Readonly<Record<typeof credentialsType, { readonly id: string; readonly name: string }>>;

/** Credentials with this name for this account, new unless there are some. */
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
 * A simulator and a real n8n with the packed package installed as a community package and credentials for the
 * simulator in place. Any number may run at once. Everything ends with this process, even after `kill -9`.
 */
export async function startPlayground(options: PlaygroundOptions = {}) {
	await using starting = new AsyncDisposableStack();
	const { editor = true, env = {} } = options;
	// Another database comes with a key of its own.
	const startsAnew = options.userFolder === undefined && env.DB_TYPE === undefined;
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'enterprise-assessment-n8n-')));
	if (options.userFolder === undefined) {
		starting.defer(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));
	}
	if (startsAnew) await copyFirstStart(userFolder);
	if (options.install === undefined) {
		await installPackage(options.packageTarball ?? (await packPackage(join(userFolder, 'pack'))), userFolder);
	}

	const simulator = await startSimulator({
		port: options.simulatorPort ?? 0,
		seed: options.seed ?? 1,
		pages: true,
		webhook: options.webhook,
	});
	starting.defer(() => simulator.close());

	const n8n = await startN8n({
		userFolder,
		env: { ...(editor ? {} : { N8N_DISABLE_UI: 'true' }), ...env },
		port: options.n8nPort,
		signal: options.signal,
	});
	// Nothing is left of a temporary one that a graceful end could save.
	starting.defer(() => (options.userFolder === undefined ? n8n.kill9() : n8n.stop()));

	const api = await connect(n8n.url);
	if (startsAnew) await keepFirstStart(userFolder);
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
		/** Stops n8n, if it runs, and starts it again on the same port and data. The simulator goes on. */
		restart: n8n.restart,
		/** `kill -9` for n8n alone. */
		kill9: n8n.kill9,
		/** Stops everything. May be called more than once. */
		stop: () => started.disposeAsync(),
	};
}
