import type { INodeParameters } from 'n8n-workflow';
import { WebhookPathTakenError } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { FOREIGN, useAccount } from './support/account.ts';

const { changes, control, published, requests, send, trigger } = useAccount();

describe('publishing', () => {
	it('registers once, and keeps what stands', async () => {
		const node = await published();
		const webhook = await control().webhook();
		expect(webhook?.url).toBe(node.url);
		expect(node.staticData.production).toEqual({
			url: node.url,
			createdAt: webhook?.createdAt,
			signingKey: webhook?.signingKey,
		});
		expect(await changes({ andReads: true })).toEqual(['GET /webhook', 'POST /webhook', 'GET /webhook']);
		await node.activate();
		await node.create();
		expect(await changes()).toEqual(['POST /webhook']);
	});

	it('refuses beside a foreign webhook, which goes on, and takes over when told to', async () => {
		const foreign = await control().registerWebhook({ url: FOREIGN });
		await expect(published()).rejects.toThrow(`'${FOREIGN}'`);
		expect(await control().webhook()).toEqual(foreign);
		expect(await changes()).toEqual([]);
		const node = await published({ options: { replaceExistingWebhook: true } });
		expect((await control().webhook())?.url).toBe(node.url);
	});

	it.each(['init', 'leadershipChange'] as const)(
		'is not what a start of n8n does (%s): it takes over from nobody, whatever the option says',
		async (activation) => {
			const node = await published({ options: { replaceExistingWebhook: true } });
			const foreign = await control().registerWebhook({ url: FOREIGN });
			expect(await node.checkAtStart()).toBe(false);
			await expect(node.createAtStart(activation)).rejects.toThrow(`'${FOREIGN}'`);
			expect(await control().webhook()).toEqual(foreign);
			await control().deleteWebhook();
			await node.createAtStart(activation);
			expect((await control().webhook())?.url).toBe(node.url);
		},
	);

	it('elsewhere refuses while its old address stands, since this may be a copy', async () => {
		const node = await published();
		const original = await control().webhook();
		node.move('http://127.0.0.1:65000');
		await expect(node.activate()).rejects.toThrow(/If n8n has moved, turn on 'Replace Existing Webhook'/);
		// A start of n8n decides nothing: what stands is kept, since the old address may still lead here.
		expect(await node.checkAtStart()).toBe(true);
		expect(await control().webhook()).toEqual(original);
		await control().registerWebhook({ url: FOREIGN });
		expect(await node.checkAtStart()).toBe(false);
	});

	it.each([
		['the example event alone', { events: ['webhook-example'] }, /'Assessment Scored' isn't selected.*test this node/],
		['an expression that gives no event', { events: '={{ undefined }}' }, /'Assessment Scored' isn't selected/],
		['names that are none', { filters: { assessmentNames: '={{ [{}] }}' } }, /'Assessment Names or IDs' needs a list/],
		[
			'no types',
			{ filters: { assessmentTypes: '={{ undefined }}' } },
			/expression in filter 'Assessment Types' returned no value/,
		],
		['statuses that are none', { filters: { statuses: '={{ [[]] }}' } }, /'Statuses' needs a list/],
		[
			'an unknown type',
			{ filters: { assessmentTypes: "={{ ['TenPoints'] }}" } },
			/^'TenPoints' is not a valid option for 'Assessment Types'\..+ one of: TenPoint, ThousandPoint\./,
		],
		[
			'an unknown status',
			{ filters: { statuses: ['Completed', 'Scored'] } },
			/^'Scored' is not a valid option for 'Statuses'\..+ one of: NotStarted, .+, Completed, NeedsReview\./,
		],
		[
			'the ID of an assessment',
			{ filters: { assessmentNames: ['English Speaking', '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'] } },
			/has the ID 9b1deb4d.*carry no IDs.*Choose the assessment from the list.*nothing would start/,
		],
	])('with %s is refused before any request', async (_what, parameters: INodeParameters, message) => {
		const node = await trigger(parameters);
		await expect(node.create()).rejects.toThrow(message);
		expect(await requests()).toEqual([]);
	});

	it('keeps the signing key before it asks for anything else', async () => {
		const node = await trigger();
		await control().inject({ match: { method: 'GET' }, fault: { kind: 'hang' }, skip: 1 });
		const created = node.create();
		await vi.waitFor(() => expect(node.staticData.production.signingKey).toEqual(expect.any(String)), {
			timeout: 10_000,
		});
		expect(node.staticData.production).toMatchObject({ url: node.url, createdAt: '' });
		await created;
		expect(node.staticData.production.signingKey).toBe((await control().webhook())?.signingKey);
	});

	it.each(['n8n.example.com:5678', '//n8n.example.com', 'http://localhost:5678', 'http://[::1]', 'http://127.0.0.1'])(
		'refuses an address that a service elsewhere can not reach: %s',
		async (address) => {
			const node = await trigger({}, { baseHost: 'https://assess.example.invalid' });
			node.move(address);
			await expect(node.create()).rejects.toThrow(/WEBHOOK_URL.+https:\/\//);
		},
	);

	it.each(['={{ "soon" }}', -1, 1e9, true])(
		'refuses a Max Event Age that can not be meant: %s',
		async (maxEventAge) => {
			await expect((await trigger({ options: { maxEventAge } })).create()).rejects.toThrow(
				/'Max Event Age \(Seconds\)' needs a number from 0 to 86400 \(one day\), but got /,
			);
			expect(await changes({ andReads: true })).toEqual([]);
		},
	);

	it('is refused when the signing key is not valid in the chosen encoding', async () => {
		await control().configure({ signingKeyForm: 'text' });
		await expect(published({ options: { signingKeyEncoding: 'hex' } })).rejects.toThrow(
			"'Signing Key Encoding' to Auto",
		);
		expect(await control().webhook()).toBeNull();
	});
});

describe('while the service is silent', () => {
	/** Of a hook, n8n's `delete` after it not counted. */
	const timeout = 15_000;

	beforeEach(async () => await control().inject({ fault: { kind: 'hang' }, times: 'always' }));

	it('publishing ends in time, at once for good and with a message of ours', { timeout }, async () => {
		const node = await trigger();
		const failure: unknown = await node.create().catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(WebhookPathTakenError);
		expect(failure).toHaveProperty(
			'message',
			'The service did not answer in time (GET /webhook, 2 tries). Try again later.',
		);
	});

	it('so does removing, which n8n calls after that', { timeout }, async () => {
		const node = await trigger();
		expect(await node.delete()).toBe(true);
	});
});

describe('a registration survives doubt', () => {
	it.each([
		['503', { kind: 'status', status: 503 }],
		['a broken connection', { kind: 'cut' }],
		['HTML', { kind: 'html' }],
	] as const)('%s while reading: kept where what is stored fits', async (_what, fault) => {
		const node = await published();
		await control().inject({ match: { method: 'GET' }, fault, times: 'always' });
		expect(await node.checkExists()).toBe(true);
		node.move('http://127.0.0.1:65000');
		await expect(node.checkExists()).rejects.toThrow(/GET \/webhook/);
	});

	it.each([
		[401, /did not accept the API key.*Enter a valid 'API Key' in the credentials/],
		[403, 'refused access'],
	])('%i throws, and nothing is deleted', async (status, message) => {
		const node = await published();
		const before = { ...node.staticData.production };
		await control().inject({ fault: { kind: 'status', status }, times: 'always' });
		await expect(node.activate()).rejects.toThrow(message);
		await control().clearFaults();
		expect((await control().webhook())?.url).toBe(node.url);
		expect(node.staticData.production).toEqual(before);
	});

	it('a 503 that passes and a 429 are waited for', async () => {
		await control().inject({ match: { method: 'GET' }, fault: { kind: 'status', status: 503 }, times: 2 });
		await control().inject({ match: { method: 'POST' }, fault: { kind: 'status', status: 429 } });
		const node = await published();
		expect(node.staticData.production.signingKey).toBe((await control().webhook())?.signingKey);
	});
});

it('a registration that can not be read goes on, and is made anew on the next check', async () => {
	await control().inject({ match: { method: 'GET' }, fault: { kind: 'html' }, skip: 1 });
	const node = await published();
	expect(node.staticData.production).toMatchObject({ url: node.url, createdAt: '' });
	expect(await node.checkExists()).toBe(false);
	await node.activate();
	expect(node.staticData.production.createdAt).toBe((await control().webhook())?.createdAt);
});

describe('a deprecated version, which gives no signing key', () => {
	it('is refused before anything is overwritten', async () => {
		await expect(published({}, { apiVersion: 'beta' })).rejects.toThrow(
			/'Accept Unsigned Events'\. API version beta doesn't return a signing key/,
		);
		expect(await changes()).toEqual([]);
	});

	it('is accepted when unsigned events are', async () => {
		const node = await published({ options: { acceptUnsignedEvents: true } }, { apiVersion: 'beta' });
		expect(node.staticData.production.signingKey).toBe('');
		expect(await node.checkExists()).toBe(true);
		await send();
		expect(node.server.runs).toHaveLength(1);
	});
});
