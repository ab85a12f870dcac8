import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../../simulator/index.ts';
import { NOON, overHttp, send, useSimulator } from './harness.ts';

/** What a simulator is started with, and how it ends. */

const service = useSimulator();

describe('startSimulator', () => {
	it('a key never comes back, not even after a reset', async () => {
		const { control } = service().simulator;
		const keys = [(await control.generateKey()).apiKey, (await control.generateKey()).apiKey];
		await control.reset();
		keys.push((await control.generateKey()).apiKey, service().simulator.apiKey);
		expect(new Set(keys).size).toBe(4);
		expect((await service().call('GET', '/groups', { apiKey: keys[0] ?? '' })).status).toBe(401);
	});

	it('the same seed gives the same account, another seed another', async () => {
		const describeAccount = async (seed: number): Promise<string> => {
			const simulator = await startSimulator({ seed, clock: { now: () => NOON } });
			const { apiKeys, assessments, groups, otherAccount } = await simulator.control.state();
			const users = await simulator.control.users();
			const { signingKey } = await simulator.control.registerWebhook({ url: 'http://localhost/' });
			const assigned = await simulator.control.addUsers({ count: 2 });
			await simulator.close();
			return JSON.stringify({ apiKeys, assessments, groups, otherAccount, users, signingKey, assigned });
		};
		expect(await describeAccount(5)).toBe(await describeAccount(5));
		const ids = (text: string): string[] => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
		const other = new Set(ids(await describeAccount(6)));
		expect(ids(await describeAccount(5)).filter((id) => other.has(id))).toEqual([]);
	});

	it('serves below a path, with links, control and page where they belong', async () => {
		const simulator = await startSimulator({ pathPrefix: '/assess/v/', apiKey: 'my-key', limits: false });
		const headers = { authorization: 'Bearer my-key' };
		expect(simulator.baseHost).toBe(`http://127.0.0.1:${simulator.port}/assess/v`);
		expect((await send('GET', `${simulator.baseHost}/2020q3/groups`, headers)).status).toBe(200);
		expect((await send('GET', `http://127.0.0.1:${simulator.port}/2020q3/groups`, headers)).status).toBe(404);
		expect((await send('GET', `http://127.0.0.1:${simulator.port}/`, {})).text).toContain('simulator');
		expect((await send('GET', `${simulator.baseHost}/`, {})).status).toBe(404);
		const client = overHttp(simulator.baseHost);
		const { link } = await client.createFile({ bytes: 5 });
		expect(link).toMatch(/^2020q3\//);
		expect((await send('GET', `${simulator.baseHost}/${link}`, headers)).status).toBe(200);
		const token = await send(
			'POST',
			`${simulator.baseHost}/2020q3/create-sign-in-token`,
			{ ...headers, 'content-type': 'application/json' },
			'{"uniqueIdentifier":"EMP-001"}',
		);
		const { signInUrl } = token.json as { signInUrl: string };
		expect(signInUrl.startsWith(`${simulator.baseHost}/sign-in/`)).toBe(true);
		expect((await send('GET', signInUrl, {})).status).toBe(200);
		await simulator.close();
	});

	it('rejects when the port is taken, and frees it on close, hanging requests or not', async () => {
		const simulator = await startSimulator({ limits: false, pathPrefix: '/' });
		expect(simulator.baseHost).toBe(`http://127.0.0.1:${simulator.port}`);
		await expect(startSimulator({ port: simulator.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
		await simulator.control.inject({ fault: { kind: 'hang' } });
		const headers = { authorization: `Bearer ${simulator.apiKey}` };
		const hanging = send('GET', `${simulator.baseHost}/2020q3/groups`, headers).catch(() => 'broken');
		while ((await simulator.control.requests()).length === 0) await new Promise((resolve) => setImmediate(resolve));
		await simulator.close();
		expect(await hanging).toBe('broken');
		const next = await startSimulator({ port: simulator.port, pathPrefix: 'next' });
		expect(next.baseHost).toBe(`${simulator.baseHost}/next`);
		await next.close();
	});
});
