import { describe, expect, it } from 'vitest';

import { FOREIGN, useAccount } from './support/account.ts';

const { changes, control, published, trigger, untilSent } = useAccount();

describe('removing', () => {
	it('removes exactly its own address', async () => {
		const node = await published();
		await node.delete('test');
		expect((await control().webhook())?.url).toBe(node.url);
		await node.delete();
		expect(await control().webhook()).toBeNull();
		expect(node.staticData.production).toEqual({});
	});

	it('leaves a webhook that took its place', async () => {
		const node = await published();
		await control().registerWebhook({ url: FOREIGN });
		await node.delete();
		expect((await control().webhook())?.url).toBe(FOREIGN);
		expect(node.staticData.production).toEqual({});
	});

	it('leaves an old address of its own, and goes on knowing it', async () => {
		const node = await published();
		const [old, stored] = [node.url, { ...node.staticData.production }];
		node.move('http://127.0.0.1:65000');
		await node.delete();
		expect((await control().webhook())?.url).toBe(old);
		expect(node.staticData.production).toEqual(stored);
	});

	it('is done when nothing is stored and the credentials can not be used: otherwise n8n takes it for registered', async () => {
		const node = await trigger({}, { baseHost: 'http://assess.example.com' });
		await expect(node.create()).rejects.toThrow("'Service Address'");
		await node.delete();
		expect(node.staticData.production).toEqual({});
	});

	it.each([
		['DELETE', 204],
		['DELETE', 404],
		['GET', 404],
	])('is done when the service answers %s with %i', async (method, status) => {
		const node = await published();
		await control().inject({ match: { method }, fault: { kind: 'status', status }, times: 'always' });
		await node.delete();
		expect(node.staticData.production).toEqual({});
	});

	it.each([
		['was refused over the limit', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
		['was carried out and answered with an error', { kind: 'status', status: 503, after: true }],
	] as const)('leaves what was registered after a first try that %s', async (_what, fault) => {
		const node = await published();
		await control().inject({ match: { method: 'DELETE' }, fault });
		const removed = node.delete();
		await untilSent('DELETE /webhook');
		const foreign = await control().registerWebhook({ url: FOREIGN });
		await removed;
		expect(await control().webhook()).toEqual(foreign);
		expect(node.staticData.production).toEqual({});
	});

	it('is done when nothing is registered', async () => {
		await (await trigger()).delete();
		expect(await changes({ andReads: true })).toEqual(['GET /webhook']);
	});

	it.each(['GET', 'DELETE'])('throws while %s can not be answered, and keeps what is stored', async (method) => {
		const node = await published();
		const before = { ...node.staticData.production };
		await control().inject({ match: { method }, fault: { kind: 'status', status: 503 }, times: 'always' });
		await expect(node.delete()).rejects.toThrow('status 503');
		expect(node.staticData.production).toEqual(before);
	});
});
