import { expect, it } from 'vitest';

import { run } from '../action/support.ts';
import { refusal } from '../support/simulator.ts';
import { FOREIGN, useAccount } from './support/account.ts';

const { changes, control, credentials, overtake, published, registeredUrl, send, trigger } = useAccount();

it.each([
	['publishing', 'POST', 'was over the rate limit', refusal('1')],
	['publishing', 'POST', 'has an unknown outcome', { kind: 'status', status: 503 }],
	['unpublishing', 'DELETE', 'was over the rate limit', refusal('1')],
	['unpublishing', 'DELETE', 'succeeded but got an error', { kind: 'status', status: 503, after: true }],
] as const)('%s keeps a webhook that another registers after a %s that %s', async (what, method, _how, fault) => {
	const node = what === 'publishing' ? await trigger() : await published();
	await control().inject({ match: { method }, fault });
	const ended = (what === 'publishing' ? node.create() : node.delete()).catch(String);
	const foreign = await overtake(method);
	expect(await ended).toEqual(what === 'publishing' ? expect.stringContaining(`'${FOREIGN}'`) : true);
	expect(await control().webhook()).toEqual(foreign);
	expect(node.staticData).toEqual({});
});

it.each([
	['publishing another workflow', async () => await (await trigger()).create()],
	['an action', async () => await run({ ...credentials(), apiVersion: 'beta' }, 'webhook.create', { url: FOREIGN })],
])('publishing and %s at the same moment: one succeeds, and the other fails', async (_what, other) => {
	const node = await trigger();
	const ends = await Promise.allSettled([node.create(), other()]);
	expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	expect(await changes()).toEqual(['POST /webhook']);
});

it.each([
	['succeeded before the connection was lost', { kind: 'cut', after: true }],
	['succeeded but got 503', { kind: 'status', status: 503, after: true }],
	['failed because the connection was lost', { kind: 'cut' }],
	["succeeded but didn't get JSON", { kind: 'html' }],
] as const)('publishing checks the webhook before it registers again after a try that %s', async (_what, fault) => {
	await control().inject({ match: { method: 'POST' }, fault });
	const node = await published();
	expect((await changes({ andReads: true })).join()).toMatch(/^(GET \/webhook,POST \/webhook,){2}GET \/webhook$/);
	await send();
	expect(node.server.runs).toHaveLength(1);
});

const lost = { match: { method: 'POST' }, fault: { kind: 'status', status: 503, after: true } } as const;
const inDoubt =
	/went wrong on the service's side \(POST \/webhook, status 503.*\)\. The request may still have gone through\. Check/;

it("publishing says that it may have registered the webhook if it can't check that", async () => {
	await control().inject(lost);
	const unreadable = { match: { method: 'GET' }, fault: { kind: 'status', status: 403 } } as const;
	await control().inject({ ...unreadable, skip: 1, times: 'always' });
	await expect((await trigger()).create()).rejects.toThrow(inDoubt);
});

it("publishing fails after three tries with unknown outcomes, and doesn't leave a webhook behind", async () => {
	await control().inject({ ...lost, times: 'always' });
	await expect(published()).rejects.toThrow(inDoubt);
	expect((await changes()).filter((request) => request === 'POST /webhook')).toHaveLength(3);
	expect(await control().webhook()).toBeNull();
});

it('unpublishing removes exactly its own webhook, and only once', async () => {
	const node = await published();
	await node.delete('test');
	expect(await registeredUrl()).toBe(node.url);
	await node.delete();
	expect(node.staticData).toEqual({});
	await node.delete();
	expect(await changes()).toEqual(['POST /webhook', 'DELETE /webhook']);
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
