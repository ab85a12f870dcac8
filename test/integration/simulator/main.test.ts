import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

/** `npm run simulator` as a user runs it. */

const MAIN = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url));
const PATIENCE = { timeout: 25_000 };

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, ...environment } });
	onTestFinished(() => void child.kill('SIGKILL'));
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
	/** Resolves with its exit code. */
	const ended = once(child, 'close').then(() => child.exitCode);
	return { child, ended, output: () => output };
}

it('prints address and key that work, says when its port is in use, and stops on Ctrl-C', async () => {
	const { child, ended, output } = run([], { PORT: '0' });
	await expect.poll(output, PATIENCE).toContain('Ctrl-C');
	const address = /Service address +(\S+)/.exec(output())?.[1] ?? '';
	const apiKey = /API key +(\S+)/.exec(output())?.[1] ?? '';
	const headers = { authorization: `Bearer ${apiKey}` };
	expect((await fetch(`${address}/2020q3/assessments`, { headers })).status).toBe(200);
	expect((await fetch(`${address}/_simulator/state`, { method: 'POST' })).status).toBe(200);
	const second = run(['--port', new URL(address).port]);
	expect(await second.ended).toBe(1);
	expect(second.output()).toMatch(/^Port \d+ is in use. Choose another: npm run simulator -- --port <number>/);
	child.kill('SIGINT');
	expect(await ended).toBe(0);
});

it.each([
	['--prot', '1'],
	['--port', '65536'],
])('shows its usage on %s %s', async (option, value) => {
	const { ended, output } = run([option, value]);
	expect(await ended).toBe(1);
	expect(output()).toMatch(/(--prot|65536).*Usage:/s);
});
