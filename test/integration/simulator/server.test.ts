import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { seedAccount } from '../../../simulator/account/seed.ts';
import { type Fault, startSimulator } from '../../../simulator/index.ts';
import { NOON, send, useSimulator } from './harness.ts';

const MAIN = join(import.meta.dirname, '../../../simulator/main.ts');

it('npm run simulator prints a working URL and API key, reports a used port and a wrong option, and stops on Ctrl-C', async () => {
	const child = spawn(process.execPath, [MAIN], { env: { ...process.env, PORT: '0' } });
	onTestFinished(() => void child.kill('SIGKILL'));
	const output = String(await once(child.stdout, 'data'));
	const [, url = '', apiKey = ''] = /Service Address +(\S+)\s+API Key +(\S+)/.exec(output) ?? [];
	expect((await send('GET', `${url}/2020q3/groups`, { authorization: `Bearer ${apiKey}` })).status).toBe(200);
	expect((await send('POST', `${url}/_simulator/state`)).status).toBe(200);
	for (const [option, value, stderr] of [
		['--port', new URL(url).port, /^Port \d+ is in use. Choose another: npm run simulator -- --port <number>/],
		['--port', '65536', /65536.*Usage:/s],
		['--prot', '1', /--prot.*Usage:/s],
	] as const) {
		const running = promisify(execFile)(process.execPath, [MAIN, option, value]);
		await expect(running).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) });
	}
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([0, null]);
});

it('the same seed creates the same keys and IDs, and a different seed creates different ones', () => {
	const idsOf = (seed: number) => {
		const { apiKeys, assessments, groups, users, userAssessments, files } = seedAccount(seed, false, NOON);
		const records: Array<Map<string, unknown>> = [apiKeys, assessments, groups, users, userAssessments, files];
		return records.flatMap((ids) => [...ids.keys()]);
	};
	expect(idsOf(5)).toEqual(idsOf(5));
	expect(idsOf(5).filter((id) => idsOf(6).includes(id))).toEqual([]);
});

it.each(['suspend', 'close'] as const)('%s ends hanging requests and frees the port', async (end) => {
	const started = await startSimulator();
	const { apiKey, baseHost, control, port } = started;
	await control.configure({ latencySplit: 'even' });
	const slow: Fault = { kind: 'latency', minMs: 400, maxMs: 400 };
	await control.inject({ fault: end === 'close' ? { kind: 'hang' } : slow, times: 2 });
	const headers = { authorization: `Bearer ${apiKey}` };
	const groups = async () => (await send('GET', `${baseHost}/2020q3/groups`, headers)).status;
	const hanging = groups().catch(() => 'broken');
	await expect.poll(() => control.requests()).toHaveLength(1);
	await started[end]();
	expect(await hanging).toBe('broken');
	await (await startSimulator({ port })).close();
	if (end === 'close') return;
	await started.resume();
	expect(await groups()).toBe(200);
	// The first response was ready while the service was stopped.
	expect((await control.requests()).map(({ status }) => status)).toEqual([null, 200]);
	await started.close();
});

const { control, post, simulator } = useSimulator();

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
