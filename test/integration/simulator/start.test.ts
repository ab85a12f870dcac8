import { expect, it } from 'vitest';
import { startSimulator } from '../../../simulator/index.ts';
import { NOON, send } from './harness.ts';

/** What a simulator is started with, and how it ends. */

it('the same seed gives the same account, another seed another', async () => {
	const describeAccount = async (seed: number): Promise<string> => {
		const simulator = await startSimulator({ seed, clock: { now: () => NOON } });
		const { apiKeys, assessments, groups, limits, otherAccount } = await simulator.control.state();
		expect(limits.limits).toEqual({ perSecond: 5, per20Minutes: 2000 });
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

it('serves below a path, with links and page where they belong', async () => {
	const simulator = await startSimulator({ pathPrefix: '/assess/v/', apiKey: 'my-key', limits: false });
	const root = `http://127.0.0.1:${simulator.port}`;
	const headers = { authorization: 'Bearer my-key', 'content-type': 'application/json' };
	expect(simulator.baseHost).toBe(`${root}/assess/v`);
	const status = async (address: string): Promise<number> => (await send('GET', address, headers)).status;
	const { link } = await simulator.control.createFile({ bytes: 5 });
	const body = '{"uniqueIdentifier":"EMP-001"}';
	const token = await send('POST', `${simulator.baseHost}/2020q3/create-sign-in-token`, headers, body);
	const { signInUrl } = token.json as { signInUrl: string };
	expect(signInUrl.startsWith(`${simulator.baseHost}/sign-in/`)).toBe(true);
	for (const found of [`${simulator.baseHost}/2020q3/groups`, `${simulator.baseHost}/${link}`, `${root}/`, signInUrl]) {
		expect([found, await status(found)]).toEqual([found, 200]);
	}
	for (const wrong of [`${root}/2020q3/groups`, `${simulator.baseHost}/`]) expect(await status(wrong)).toBe(404);
	await simulator.close();
});

it('rejects when the port is taken, and frees it on close, hanging requests or not', async () => {
	const simulator = await startSimulator({ limits: false, pathPrefix: '/' });
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
