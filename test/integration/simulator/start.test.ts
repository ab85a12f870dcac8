import { expect, it } from 'vitest';
import { startSimulator } from '../../../simulator/index.ts';
import { NOON, send } from './harness.ts';

/** What a simulator is started with, and how it ends. */

it('one seed gives one account, another seed another', async () => {
	const accountOf = async (seed: number): Promise<string> => {
		const simulator = await startSimulator({ seed, clock: { now: () => NOON } });
		const { control } = simulator;
		const { apiKeys, assessments, groups, limits } = await control.state();
		expect(limits.limits).toEqual({ perSecond: 5, per20Minutes: 2000 });
		const { signingKey } = await control.registerWebhook({ url: 'http://localhost/' });
		const assigned = await control.addUsers({ count: 2 });
		const users = await control.users();
		await simulator.close();
		return JSON.stringify({ apiKeys, assessments, groups, users, signingKey, assigned });
	};
	const account = await accountOf(5);
	expect(await accountOf(5)).toBe(account);
	const ids = (text: string): string[] => text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
	const other = new Set(ids(await accountOf(6)));
	expect(ids(account).filter((id) => other.has(id))).toEqual([]);
});

it('rejects when the port is taken, and frees it on close, hanging requests or not', async () => {
	const simulator = await startSimulator();
	await expect(startSimulator({ port: simulator.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	await simulator.control.inject({ fault: { kind: 'hang' } });
	const headers = { authorization: `Bearer ${simulator.apiKey}` };
	const hanging = send('GET', `${simulator.baseHost}/2020q3/groups`, headers).catch(() => 'broken');
	await expect.poll(() => simulator.control.requests()).toHaveLength(1);
	await simulator.close();
	expect(await hanging).toBe('broken');
	const next = await startSimulator({ port: simulator.port });
	await next.close();
});
