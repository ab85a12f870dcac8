import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { run } from '../action/support.ts';
import type { CredentialsData } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { changes } from './support/changes.ts';
import { SCORED } from './support/scored.ts';
import { trigger } from './support/trigger.ts';

const service = useSimulator();

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

describe('a POST comes right after a reading', () => {
	it.each([
		['was refused over the limit', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
		['is in doubt', { kind: 'status', status: 503 }],
	] as const)('also when the one before %s: whoever registered in between is left alone', async (_what, fault) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({ match: { method: 'POST' }, fault });
		const created = node.create();
		await vi.waitFor(async () => expect(changes(await service().requests())).toEqual(['POST /webhook']), {
			timeout: 10_000,
		});
		const foreign = await simulator.control.registerWebhook({ url: FOREIGN });
		await expect(created).rejects.toThrow(`'${FOREIGN}'`);
		expect(await simulator.control.webhook()).toEqual(foreign);
	});

	it('although others wait in line', async () => {
		const { credentials } = service();
		const node = await trigger(credentials);
		const readAll = async (count: number) =>
			await Promise.all(Array.from({ length: count }, async () => await run(credentials, 'group.getAll')));
		const before = readAll(8);
		const created = node.create();
		await setImmediate();
		await Promise.all([before, created, readAll(10)]);
		const all = changes(await service().requests(), { andReads: true });
		expect(all).toContain('POST /webhook');
		// Those that the pacer lets go together with the reading may come between.
		expect(all.indexOf('POST /webhook') - all.indexOf('GET /webhook')).toBeLessThanOrEqual(5);
	});

	it.each([
		['another activation', async (credentials: CredentialsData) => await (await trigger(credentials)).create()],
		[
			"the action node's Webhook: Create",
			async (credentials: CredentialsData) => await run(credentials, 'webhook.create', { url: FOREIGN }),
		],
	])('although %s begins at the same moment: one registers, the other sees it', async (_what, other) => {
		const { credentials } = service();
		const node = await trigger(credentials);
		const ends = await Promise.allSettled([node.create(), other(credentials)]);
		expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(changes(await service().requests())).toEqual(['POST /webhook']);
	});

	it('says what is missing in its answer', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({ match: { method: 'POST' }, fault: { kind: 'json', json: {} }, times: 'always' });
		await expect(node.activate()).rejects.toThrow(
			/not what the API specifies: it has no 'signingKey' \(POST \/webhook\)/,
		);
		expect(await simulator.control.webhook()).toBeNull();
	});
});

describe('a POST in doubt is settled by reading', () => {
	it.each([
		['carried out, then the connection broke', { kind: 'cut', after: true }, 2],
		['carried out, then 503', { kind: 'status', status: 503, after: true }, 2],
		['not carried out, connection broke', { kind: 'cut' }, 2],
		['carried out, but the answer was no JSON', { kind: 'html' }, 2],
	] as const)('%s', async (_what, fault, posts) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({ match: { method: 'POST' }, fault });
		await node.activate();
		expect(changes(await service().requests()).filter((request) => request === 'POST /webhook')).toHaveLength(posts);
		// Each POST comes right after a GET.
		const all = changes(await service().requests(), { andReads: true });
		expect(all.every((request, index) => request !== 'POST /webhook' || all[index - 1] === 'GET /webhook')).toBe(true);
		await simulator.control.sendEvent({ event: 'user-assessment-scored', data: SCORED });
		await simulator.control.idle();
		expect(node.server.runs).toHaveLength(1);
	});

	it('says so when it can not be read either', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		const fault = { kind: 'status', status: 503, after: true } as const;
		await simulator.control.inject({ match: { method: 'POST' }, fault });
		const unreadable = { match: { method: 'GET' }, fault: { kind: 'status', status: 403 }, skip: 1 } as const;
		await simulator.control.inject({ ...unreadable, times: 'always' });
		await expect(node.create()).rejects.toThrow(/POST \/webhook, status 503\)\. The request may have been processed/);
	});

	it('gives up after three and leaves nothing of ours behind', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		const fault = { kind: 'status', status: 503, after: true } as const;
		await simulator.control.inject({ match: { method: 'POST' }, fault, times: 'always' });
		await expect(node.activate()).rejects.toThrow(
			/POST \/webhook, status 503\)\. The request may have been processed all the same: check/,
		);
		expect(changes(await service().requests()).filter((request) => request === 'POST /webhook')).toHaveLength(3);
		expect(await simulator.control.webhook()).toBeNull();
	});

	it('a clear no is not repeated', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({
			match: { method: 'POST' },
			fault: { kind: 'status', status: 400 },
			times: 'always',
		});
		await expect(node.activate()).rejects.toThrow('status 400');
		expect(changes(await service().requests()).filter((request) => request === 'POST /webhook')).toHaveLength(1);
	});
});
