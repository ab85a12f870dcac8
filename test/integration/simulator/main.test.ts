import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

/** `npm run simulator` as a user runs it. */

const MAIN = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url));

interface Run {
	/** Resolves with everything printed so far once it matches. */
	printed(pattern: RegExp): Promise<string>;
	signal(name: NodeJS.Signals): void;
	/** Exit code and everything printed. */
	ended: Promise<{ code: number | null; output: string }>;
}

const stopAll: Array<() => void> = [];

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Run {
	const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, ...environment } });
	let output = '';
	const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
	stopAll.push(() => child.kill('SIGKILL'));
	return {
		printed: async (pattern) => {
			while (!pattern.test(output)) {
				await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(output)))]);
			}
			return output;
		},
		signal: (name) => child.kill(name),
		ended,
	};
}

afterEach(() => {
	for (const stop of stopAll.splice(0)) stop();
});

describe('npm run simulator', () => {
	it('prints address and key that work, and stops on Ctrl-C', async () => {
		const simulator = run(['--seed', '9'], { PORT: '0' });
		const output = await simulator.printed(/Ctrl-C/);
		const address = /Service address +(\S+)/.exec(output)?.[1] ?? '';
		const apiKey = /API key +(\S+)/.exec(output)?.[1] ?? '';
		const headers = { authorization: `Bearer ${apiKey}` };
		expect((await fetch(`${address}/2020q3/assessments`, { headers })).status).toBe(200);
		expect((await fetch(`${address}/_simulator/state`)).status).toBe(200);
		simulator.signal('SIGINT');
		expect(await simulator.ended).toMatchObject({ code: 0 });
	});

	it('says what to do when the port is in use', async () => {
		const first = run(['--port', '0']);
		const port = /Service address +\S+:(\d+)/.exec(await first.printed(/Ctrl-C/))?.[1] ?? '';
		const { code, output } = await run(['--port', port]).ended;
		expect(code).toBe(1);
		expect(output.trim()).toBe(
			`Port ${port} is in use. Choose another: npm run simulator -- --port <number> (0 for any free one)`,
		);
		first.signal('SIGTERM');
		expect((await first.ended).code).toBe(0);
	});

	it('shows its usage on a wrong option', async () => {
		const { code, output } = await run(['--prot', '1']).ended;
		expect(code).toBe(1);
		expect(output).toContain('--prot');
		expect(output).toContain('Usage:');
	});
});
