import { expect, it } from 'vitest';

import { useAccount } from './support/account.ts';

const { changes, control, published, registeredUrl, trigger } = useAccount();

it('unpublishing removes exactly its own webhook, and only once', async () => {
	const node = await published();
	await node.delete('test');
	expect(await registeredUrl()).toBe(node.url);
	await node.delete();
	expect(node.staticData).toEqual({});
	await node.delete();
	expect(await changes()).toEqual(['POST /webhook', 'DELETE /webhook']);
});

it('unpublishing keeps a webhook at its old URL, and remembers it', async () => {
	const node = await published();
	const [old, stored] = [node.url, { ...node.staticData }];
	node.move();
	await node.delete();
	expect(await registeredUrl()).toBe(old);
	expect(node.staticData).toEqual(stored);
});

it.each([
	['succeeds', 'DELETE', 204],
	['succeeds', 'DELETE', 404],
	['succeeds', 'GET', 404],
	['fails', 'DELETE', 503],
	['fails', 'GET', 503],
])('unpublishing %s, and then keeps the stored data or not, if %s gets %i', async (ends, method, status) => {
	const node = await published();
	const kept = ends === 'fails' ? { ...node.staticData } : {};
	await control().inject({ match: { method }, fault: { kind: 'status', status }, times: 'always' });
	expect(await node.delete().catch(String)).toEqual(ends === 'fails' ? expect.stringContaining('status 503') : true);
	expect(node.staticData).toEqual(kept);
});

it.each(['registered', 'refused'])('a test that was %s ends within 3 s while the service is silent', async (how) => {
	const node = await trigger(how === 'refused' ? { options: { maxEventAge: 'none' } } : {});
	await node.create('test').catch(() => undefined);
	await control().inject({ fault: { kind: 'hang' }, times: 'always' });
	const began = Date.now();
	await node.delete('test').catch(() => undefined);
	expect(Date.now() - began).toBeGreaterThan(1_000);
	expect(Date.now() - began).toBeLessThanOrEqual(3_000);
});

it("unpublishing fails if its own webhook was read but couldn't be removed, even with no stored data", async () => {
	const node = await published();
	for (const key of Object.keys(node.staticData)) delete node.staticData[key];
	await control().inject({ match: { method: 'DELETE' }, fault: { kind: 'status', status: 429 } });
	const unreadable = { match: { method: 'GET' }, fault: { kind: 'status', status: 503 } } as const;
	await control().inject({ ...unreadable, skip: 1, times: 'always' });
	await expect(node.delete()).rejects.toThrow('status 503');
});
