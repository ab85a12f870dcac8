import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../../simulator/index.ts';
import { DOCUMENT_TEXT } from '../../../simulator/document.ts';
import { NOON, send, useSimulator } from './harness.ts';

/** How the simulator starts and ends, and what it serves in addition to the service. */

const MAIN = join(import.meta.dirname, '../../../simulator/main.ts');

/** Runs `npm run simulator` as a user does. */
function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
	const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, ...environment } });
	onTestFinished(() => void child.kill('SIGKILL'));
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
	/** Resolves with the child's exit code. */
	const ended = once(child, 'close').then(() => child.exitCode);
	return { child, ended, output: () => output };
}

it(
	'npm run simulator prints a working URL and key, reports a used port and a wrong option, and stops on Ctrl-C',
	{ timeout: 120_000 },
	async () => {
		const { child, ended, output } = run([], { PORT: '0' });
		await expect.poll(output, { timeout: 60_000 }).toContain('Ctrl-C');
		const url = /Service address +(\S+)/.exec(output())?.[1] ?? '';
		const apiKey = /API key +(\S+)/.exec(output())?.[1] ?? '';
		expect((await send('GET', `${url}/2020q3/groups`, { authorization: `Bearer ${apiKey}` })).status).toBe(200);
		expect((await send('POST', `${url}/_simulator/state`)).status).toBe(200);
		for (const [args, says] of [
			[['--port', new URL(url).port], /^Port \d+ is in use. Choose another: npm run simulator -- --port <number>/],
			[['--prot', '1'], /--prot.*Usage:/s],
			[['--port', '65536'], /65536.*Usage:/s],
		] as const) {
			const other = run(args);
			expect([await other.ended, other.output()]).toEqual([1, expect.stringMatching(says)]);
		}
		child.kill('SIGINT');
		expect(await ended).toBe(0);
	},
);

it('the same seed creates the same account, and a different seed creates a different one', async () => {
	const idsOf = async (seed: number): Promise<string[]> => {
		const simulator = await startSimulator({ seed, clock: { now: () => NOON } });
		const { control } = simulator;
		await control.registerWebhook({ url: 'http://localhost/' });
		await control.addUsers({ count: 2 });
		const account = JSON.stringify([await control.state(), await control.users()]);
		await simulator.close();
		return account.match(/[0-9a-f]{8}-[0-9a-f-]{27}|"(apiKey|signingKey)":"[^"]+"/g) ?? [];
	};
	const ids = await idsOf(5);
	expect(ids.length).toBeGreaterThan(30);
	expect(await idsOf(5)).toEqual(ids);
	expect((await idsOf(6)).filter((id) => ids.includes(id))).toEqual([]);
});

it('closing ends hanging requests and frees the port', async () => {
	const { apiKey, baseHost, close, control, port } = await startSimulator();
	await control.inject({ fault: { kind: 'hang' } });
	const headers = { authorization: `Bearer ${apiKey}` };
	const hanging = send('GET', `${baseHost}/2020q3/groups`, headers).catch(() => 'broken');
	await expect.poll(() => control.requests(), { timeout: 60_000 }).toHaveLength(1);
	await close();
	expect(await hanging).toBe('broken');
	await (await startSimulator({ port })).close();
});

const { configure, control, post, simulator, statusOf } = useSimulator({ pages: true });

it("page and control requests are neither logged nor counted, and other files aren't served", async () => {
	await configure({ limits: { perSecond: 1, per20Minutes: 1 } });
	const { baseHost } = simulator();
	const statusAt = async (path: string, method = 'GET') => (await send(method, `${baseHost}${path}`)).status;
	for (const path of ['/?from=n8n', '/_simulator/page/lit-html/directives/repeat.js', '/_simulator/reference/']) {
		expect([path, await statusAt(path)]).toEqual([path, 200]);
	}
	for (const path of ['page/tsconfig.json', 'page/../server.ts', 'page/%2e%2e/index.ts', 'page/']) {
		expect([path, await statusAt(`/_simulator/${path}`)]).toEqual([path, 404]);
	}
	expect((await send('GET', `${baseHost}/openapi.yaml`)).text).toBe(DOCUMENT_TEXT);
	expect(await statusAt('/_simulator/state', 'POST')).toBe(200);
	expect([await statusOf('GET', '/groups'), await statusAt('/', 'POST')]).toEqual([200, 404]);
	expect((await control().requests()).map(({ path }) => path)).toEqual(['/2020q3/groups', '/']);
});

it('a reset restores the data, settings and clock, and never issues a key twice', async () => {
	await control().reset();
	const before = await control().state();
	await post('/groups', { name: 'Ny gruppe' });
	await control().registerWebhook({ url: 'http://127.0.0.1:9/' });
	await configure({ limits: { perSecond: 1, per20Minutes: 1 }, listOrder: 'random' });
	await control().setClock({ advanceMs: 500 });
	const { apiKey } = await control().generateKey();
	await control().reset();
	expect(await control().state()).toEqual(before);
	expect((await control().generateKey()).apiKey).not.toBe(apiKey);
	await control().reset({ empty: true });
	expect((await control().state()).userCount).toBe(1);
});

it('each key has its own limits until they are cleared, and a revoked key gets 401', async () => {
	await configure({ limits: { perSecond: 1, per20Minutes: 1 } });
	const { apiKey } = await control().generateKey();
	const statuses = async () => [await statusOf('GET', '/groups', { apiKey }), await statusOf('GET', '/groups')];
	expect(await statuses()).toEqual([200, 429]);
	await control().clearLimits();
	await control().revokeKey({ apiKey });
	expect(await statuses()).toEqual([401, 200]);
});

it.each([
	[204, "programs, which don't say where they come from", {}],
	[204, 'its own page', { 'sec-fetch-site': 'same-origin' }],
	[403, 'the pages of another port', { 'sec-fetch-site': 'same-site' }],
	[403, 'the pages of another site', { 'sec-fetch-site': 'cross-site' }],
])('the control surface responds with %i to %s', async (status, _who, headers) => {
	await post('/groups', { name: 'Until reset' });
	expect((await send('POST', `${simulator().baseHost}/_simulator/reset`, headers)).status).toBe(status);
	expect((await control().state()).groups).toHaveLength(status === 204 ? 3 : 4);
});
