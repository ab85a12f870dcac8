import { setTimeout as delay } from 'node:timers/promises';

import getPort from 'get-port';

import { startChild } from '../childProcess.ts';
import type { Child, ChildOptions } from '../childProcess.ts';

export interface ServiceOptions extends Pick<ChildOptions, 'command' | 'cwd' | 'env' | 'user'> {
	/** Names it in errors. */
	readonly name: string;
	readonly args: (port: number) => readonly string[];
	/** What it prints once it takes connections. */
	readonly readyText: string;
}

export interface Service {
	readonly port: number;
	readonly stop: () => Promise<void>;
}

const startTimeoutMs = 60_000;
const stopGraceMs = 10_000;
const attempts = 3;

async function untilReady(child: Child, { name, readyText }: ServiceOptions, output: () => string): Promise<void> {
	const deadline = Date.now() + startTimeoutMs;
	while (!output().includes(readyText)) {
		if (!child.running()) throw new Error(`${name} ended while starting (${await child.exited}):\n${output()}`);
		if (Date.now() > deadline) {
			await child.kill9();
			throw new Error(`${name} was not ready after ${startTimeoutMs / 1000} s:\n${output()}`);
		}
		await delay(50);
	}
}

/** Starts a server on a free port of 127.0.0.1 and waits until it is ready. It ends with this process, however that goes. */
export async function startService(options: ServiceOptions): Promise<Service> {
	const { command, cwd, env, user } = options;
	// Another program may take a free port before the server does.
	for (let attempt = 1; ; attempt++) {
		const port = await getPort({ host: '127.0.0.1' });
		let output = '';
		const child = await startChild({
			command,
			cwd,
			env,
			args: options.args(port),
			onOutput: (text) => (output += text),
			...(user === undefined ? {} : { user }),
		});
		try {
			await untilReady(child, options, () => output);
			return { port, stop: () => child.stop(stopGraceMs) };
		} catch (error) {
			if (attempt === attempts || !output.includes('already in use')) throw error;
		}
	}
}
