import { describe, expect, it } from 'vitest';

import { run } from '../action/support.ts';
import { FOREIGN, useAccount } from './support/account.ts';

const { changes, control, credentials, published, send, trigger, untilSent } = useAccount();

async function posts(): Promise<number> {
	return (await changes()).filter((request) => request === 'POST /webhook').length;
}

describe('a POST comes right after a reading', () => {
	it.each([
		['was refused over the limit', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
		['is in doubt', { kind: 'status', status: 503 }],
	] as const)('also when the one before %s: whoever registered in between is left alone', async (_what, fault) => {
		const node = await trigger();
		await control().inject({ match: { method: 'POST' }, fault });
		const created = node.create();
		await untilSent('POST /webhook');
		const foreign = await control().registerWebhook({ url: FOREIGN });
		await expect(created).rejects.toThrow(`'${FOREIGN}'`);
		expect(await control().webhook()).toEqual(foreign);
	});

	it('and is read back: where something else has registered by then, publishing fails and nothing of ours is stored', async () => {
		const node = await trigger();
		await control().inject({
			match: { method: 'GET' },
			fault: { kind: 'latency', minMs: 1_000, maxMs: 1_000 },
			skip: 1,
		});
		const created = node.create();
		await untilSent('POST /webhook');
		const foreign = await control().registerWebhook({ url: FOREIGN });
		await expect(created).rejects.toThrow(/^Another system replaced this workflow's webhook.+ publish again/);
		expect(node.staticData.production).toEqual({});
		expect(await control().webhook()).toEqual(foreign);
	});

	it.each([
		['another activation', async () => await (await trigger()).create()],
		["the action node's Webhook: Create", async () => await run(credentials(), 'webhook.create', { url: FOREIGN })],
	])('although %s begins at the same moment: one registers, the other sees it', async (_what, other) => {
		const node = await trigger();
		const ends = await Promise.allSettled([node.create(), other()]);
		expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(await changes()).toEqual(['POST /webhook']);
	});
});

describe('a POST in doubt is settled by reading', () => {
	it.each([
		['carried out, then the connection broke', { kind: 'cut', after: true }],
		['carried out, then 503', { kind: 'status', status: 503, after: true }],
		['not carried out, connection broke', { kind: 'cut' }],
		['carried out, but the answer was no JSON', { kind: 'html' }],
	] as const)('%s', async (_what, fault) => {
		await control().inject({ match: { method: 'POST' }, fault });
		const node = await published();
		expect(await posts()).toBe(2);
		// Each POST comes right after a GET.
		const all = await changes({ andReads: true });
		expect(all.every((request, index) => request !== 'POST /webhook' || all[index - 1] === 'GET /webhook')).toBe(true);
		await send();
		expect(node.server.runs).toHaveLength(1);
	});

	const lost = { match: { method: 'POST' }, fault: { kind: 'status', status: 503, after: true } } as const;

	it('says so when it can not be read either', async () => {
		const node = await trigger();
		await control().inject(lost);
		const unreadable = { match: { method: 'GET' }, fault: { kind: 'status', status: 403 }, skip: 1 } as const;
		await control().inject({ ...unreadable, times: 'always' });
		await expect(node.create()).rejects.toThrow(
			/error on its side \(POST \/webhook, status 503\)\. The request may still have gone through/,
		);
	});

	it('gives up after three and leaves nothing of ours behind', async () => {
		await control().inject({ ...lost, times: 'always' });
		await expect(published()).rejects.toThrow(
			/error on its side \(.*\)\. The request may still have gone through\. Check/,
		);
		expect(await posts()).toBe(3);
		expect(await control().webhook()).toBeNull();
	});
});
