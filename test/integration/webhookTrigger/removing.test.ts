import { expect, it } from 'vitest';

import { useAccount } from './support/account.ts';

const { changes, control, overtake, published, registeredUrl, trigger } = useAccount();

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
	['DELETE', 204],
	['DELETE', 404],
	['GET', 404],
])('unpublishing succeeds when the service answers %s with %i', async (method, status) => {
	const node = await published();
	await control().inject({ match: { method }, fault: { kind: 'status', status }, times: 'always' });
	await node.delete();
	expect(node.staticData).toEqual({});
});

it.each(['GET', 'DELETE'])('unpublishing fails and keeps the stored data while %s fails', async (method) => {
	const node = await published();
	const before = { ...node.staticData };
	await control().inject({ match: { method }, fault: { kind: 'status', status: 503 }, times: 'always' });
	await expect(node.delete()).rejects.toThrow('status 503');
	expect(node.staticData).toEqual(before);
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

it.each([
	['was over the rate limit', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
	['succeeded but got an error', { kind: 'status', status: 503, after: true }],
] as const)('unpublishing keeps a webhook that another system registers after a try that %s', async (_what, fault) => {
	const node = await published();
	await control().inject({ match: { method: 'DELETE' }, fault });
	const removed = node.delete();
	const foreign = await overtake('DELETE');
	await removed;
	expect(await control().webhook()).toEqual(foreign);
	expect(node.staticData).toEqual({});
});
