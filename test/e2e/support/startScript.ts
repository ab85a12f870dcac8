import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { vi } from 'vitest';

import { repositoryRoot } from '../../../playground/paths.ts';
import { until } from '../../../playground/until.ts';

interface Script {
	readonly process: ChildProcess;
	readonly output: () => string;
	/** The exit code, or the signal that ended the script. */
	readonly exited: Promise<number | string>;
}

const startTimeoutMs = 300_000;

function addressAfter(label: string, output: string): string {
	const address = new RegExp(`^ *${label} +(http://\\S+)$`, 'm').exec(output)?.[1];
	if (address === undefined) throw new Error(`No address of ${label} in:\n${output}`);
	return address;
}

/** Runs `npm start` with its own folder. */
export function runStartScript(folder: string): Script {
	const child = spawn('npm', ['start'], {
		cwd: repositoryRoot,
		env: { ...process.env, PLAYGROUND_FOLDER: folder },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => (output += String(text)));
	}
	const exited = new Promise<number | string>((resolve) => {
		child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
	});
	return { process: child, output: () => output, exited };
}

/** Runs the script until it says that the playground is open. */
export async function openPlayground(folder: string): Promise<Script & { n8nUrl: string; simulatorUrl: string }> {
	const script = runStartScript(folder);
	const opened = async () => {
		if (script.process.exitCode !== null) throw new Error(`The playground did not open:\n${script.output()}`);
		return script.output().includes('The playground is open') || undefined;
	};
	try {
		await until(startTimeoutMs, opened, script.output);
	} catch (error) {
		script.process.kill('SIGTERM');
		throw error;
	}
	const output = script.output();
	return { ...script, n8nUrl: addressAfter('n8n', output), simulatorUrl: addressAfter('Simulator', output) };
}

/** Waits until no server is listening at these URLs. */
export async function waitUntilClosed(urls: readonly string[]): Promise<void> {
	for (const url of urls) {
		const isClosed = async () =>
			await fetch(url).then(
				() => false,
				() => true,
			);
		await vi.waitUntil(isClosed, { timeout: 60_000, interval: 200 });
	}
}
