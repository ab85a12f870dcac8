import { describe, expect, it, vi } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { changes } from './support/changes.ts';
import { trigger } from './support/trigger.ts';

const service = useSimulator();

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

describe('removing', () => {
	it('removes exactly its own address', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await node.delete('test');
		expect((await simulator.control.webhook())?.url).toBe(node.url);
		await node.delete();
		expect(await simulator.control.webhook()).toBeNull();
		expect(node.staticData.production).toEqual({});
	});

	it('leaves a webhook that took its place', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await simulator.control.registerWebhook({ url: FOREIGN });
		await node.delete();
		expect((await simulator.control.webhook())?.url).toBe(FOREIGN);
		expect(node.staticData.production).toEqual({});
	});

	it('leaves an old address of its own, and goes on knowing it', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		const [old, stored] = [node.url, { ...node.staticData.production }];
		node.move('http://127.0.0.1:65000');
		await node.delete();
		expect((await simulator.control.webhook())?.url).toBe(old);
		expect(node.staticData.production).toEqual(stored);
	});

	it('is done when nothing is stored and the credentials can not be used: otherwise n8n takes it for registered', async () => {
		const node = await trigger({ ...service().credentials, baseHost: 'http://assess.example.com' });
		await expect(node.create()).rejects.toThrow("'Service Address'");
		await node.delete();
		expect(node.staticData.production).toEqual({});
	});

	it.each([
		['DELETE', 204],
		['DELETE', 404],
		['GET', 404],
	])('is done when the service answers %s with %i', async (method, status) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await simulator.control.inject({ match: { method }, fault: { kind: 'status', status }, times: 'always' });
		await node.delete();
		expect(node.staticData.production).toEqual({});
	});

	it.each([
		['was refused over the limit', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
		['was carried out and answered with an error', { kind: 'status', status: 503, after: true }],
	] as const)('leaves what was registered after a first try that %s', async (_what, fault) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await simulator.control.inject({ match: { method: 'DELETE' }, fault });
		const removed = node.delete();
		await vi.waitFor(async () => expect(changes(await service().requests())).toContain('DELETE /webhook'), {
			timeout: 10_000,
		});
		const foreign = await simulator.control.registerWebhook({ url: FOREIGN });
		await removed;
		expect(await simulator.control.webhook()).toEqual(foreign);
		expect(node.staticData.production).toEqual({});
	});

	it('is done when nothing is registered', async () => {
		const node = await trigger(service().credentials);
		await node.delete();
		expect(changes(await service().requests(), { andReads: true })).toEqual(['GET /webhook']);
	});

	it('is done when nothing was ever registered, even while the service can not be read', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({ fault: { kind: 'status', status: 401 }, times: 'always' });
		expect(await node.delete()).toBe(true);
	});

	it.each(['GET', 'DELETE'])('throws while %s can not be answered, and keeps what is stored', async (method) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		const before = { ...node.staticData.production };
		await simulator.control.inject({ match: { method }, fault: { kind: 'status', status: 503 }, times: 'always' });
		await expect(node.delete()).rejects.toThrow('status 503');
		expect(node.staticData.production).toEqual(before);
	});
});
