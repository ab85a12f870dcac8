import { appendFileSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';

import getPort from 'get-port';

import { startChild } from './childProcess.ts';
import type { Child } from './childProcess.ts';
import { n8nEnvironment } from './n8nEnvironment.ts';
import { installedN8n } from './paths.ts';
import { until } from './until.ts';

export interface N8nOptions {
	/** The folder that contains `.n8n`. It's created if missing. */
	readonly userFolder: string;
	/** Default: a free port. */
	readonly port?: number;
	/** Environment variables that override the playground's own (see n8nEnvironment.ts). */
	readonly env?: Readonly<Record<string, string>>;
	/** `start` (default) is the main process. `worker` and `webhook` need queue mode. */
	readonly command?: 'start' | 'worker' | 'webhook';
	/** If it fires while n8n is starting, n8n is stopped. */
	readonly signal?: AbortSignal;
}

export type N8n = Awaited<ReturnType<typeof startN8n>>;

const startTimeoutMs = 300_000;
const stopGraceMs = 75_000;
const readyText = 'Editor is now accessible';
const attempts = 3;
const host = '127.0.0.1';

/** Starts a real n8n and waits until it responds and has activated its workflows. */
export async function startN8n(options: N8nOptions) {
	const { userFolder, command = 'start', signal } = options;
	const script = installedN8n();
	const logFile = `${userFolder}/n8n-output.log`;
	mkdirSync(userFolder, { recursive: true });

	let env = options.env ?? {};
	let port = 0;
	let runnerPort = 0;
	let log = '';
	let child: Child | undefined;

	async function start(): Promise<void> {
		const begin = log.length;
		const started = await startChild({
			command: process.execPath,
			args: [script, command],
			env: n8nEnvironment(port, runnerPort, userFolder, env),
			cwd: userFolder,
			onOutput(text) {
				log += text;
				appendFileSync(logFile, text);
			},
		});
		child = started;
		const lastLines = () => log.slice(begin).split('\n').slice(-25).join('\n');
		const ready = async () => {
			signal?.throwIfAborted();
			if (!started.running()) throw new Error(`n8n exited while starting (${await started.exited}):\n${lastLines()}`);
			if (command === 'start' && !log.includes(readyText, begin)) return undefined;
			const response = fetch(`http://${host}:${port}/healthz/readiness`, { signal: AbortSignal.timeout(10_000) });
			return await response.then(
				({ ok }) => ok || undefined,
				() => undefined,
			);
		};
		try {
			await until(startTimeoutMs, ready, () => `n8n wasn't ready:\n${lastLines()}`);
		} catch (error) {
			await started.kill9();
			throw error;
		}
	}

	// Another program can take a free port before n8n does.
	for (let attempt = 1; ; attempt++) {
		port = options.port ?? (await getPort({ host }));
		runnerPort = await getPort({ host });
		const before = log.length;
		try {
			await start();
			break;
		} catch (error) {
			if (attempt === attempts || !log.includes('already in use', before)) throw error;
		}
	}

	return {
		url: `http://${host}:${port}`,
		port,
		userFolder,
		/** Everything that n8n has printed since its first start, including restarts. */
		log: () => log,
		/** The current process's ID; undefined if n8n isn't running. */
		pid: () => (child?.running() ? child.pid : undefined),
		/** Resolves when the current process has ended, with its exit code or signal. */
		exited: async () => (await child?.exited) ?? 'not started',
		/** Stops n8n if it's running, and restarts it on the same port and folder. `addedEnv` stays for later restarts. */
		restart: async (addedEnv: Readonly<Record<string, string>> = {}): Promise<void> => {
			await child?.stop(stopGraceMs);
			env = { ...env, ...addedEnv };
			await start();
		},
		/** `kill -9`, which doesn't let n8n clean up. */
		kill9: async (): Promise<void> => {
			await child?.kill9();
			// If this file exists, n8n waits for 10 s before it starts.
			await rm(`${userFolder}/.n8n/crash.journal`, { force: true });
		},
		/** A graceful stop. n8n is killed after 75 s. */
		stop: async (): Promise<void> => {
			await child?.stop(stopGraceMs);
		},
	};
}
