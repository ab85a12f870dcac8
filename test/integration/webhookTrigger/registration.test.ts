import type { INodeParameters } from 'n8n-workflow';
import { WebhookPathTakenError } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { run } from '../action/support.ts';
import { useSimulator } from '../support/simulator.ts';
import { changes } from './support/changes.ts';
import { SCORED } from './support/scored.ts';
import { trigger } from './support/trigger.ts';

const service = useSimulator();

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

describe('publishing', () => {
	it('registers once, and keeps what stands', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		const webhook = await simulator.control.webhook();
		expect(webhook?.url).toBe(node.url);
		expect(node.staticData.production).toEqual({
			url: node.url,
			createdAt: webhook?.createdAt,
			signingKey: webhook?.signingKey,
		});
		expect(changes(await service().requests(), { andReads: true })).toEqual([
			'GET /webhook',
			'POST /webhook',
			'GET /webhook',
		]);
		await node.activate();
		expect(changes(await service().requests())).toEqual(['POST /webhook']);
	});

	it('refuses beside a foreign webhook, which goes on', async () => {
		const { simulator, credentials } = service();
		const foreign = await simulator.control.registerWebhook({ url: FOREIGN });
		const node = await trigger(credentials);
		await expect(node.activate()).rejects.toThrow(`'${FOREIGN}'`);
		expect(await simulator.control.webhook()).toEqual(foreign);
		expect(changes(await service().requests())).toEqual([]);
	});

	it('takes over from a foreign webhook when told to', async () => {
		const { simulator, credentials } = service();
		await simulator.control.registerWebhook({ url: FOREIGN });
		const node = await trigger(credentials, { options: { replaceExistingWebhook: true } });
		await node.activate();
		expect((await simulator.control.webhook())?.url).toBe(node.url);
	});

	it('a second workflow is refused and the first keeps receiving', async () => {
		const { simulator, credentials } = service();
		const first = await trigger(credentials);
		await first.activate();
		const second = await trigger(credentials);
		await expect(second.activate()).rejects.toThrow(first.url);
		await simulator.control.sendEvent({ event: 'user-assessment-scored', data: SCORED });
		await simulator.control.idle();
		expect(first.server.runs).toHaveLength(1);
	});

	it('registers anew when the same address was registered by someone else', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await simulator.control.setClock({ advanceMs: 1 });
		await simulator.control.registerWebhook({ url: node.url });
		expect(await node.checkExists()).toBe(false);
		await node.activate();
		expect(node.staticData.production.signingKey).toBe((await simulator.control.webhook())?.signingKey);
	});

	it('registers anew when the webhook was deleted', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await simulator.control.deleteWebhook();
		await node.activate();
		expect((await simulator.control.webhook())?.url).toBe(node.url);
	});

	it('recognises a test address that a crash left behind', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate('test');
		expect((await simulator.control.webhook())?.url).toBe(node.testUrl);
		await node.activate();
		expect((await simulator.control.webhook())?.url).toBe(node.url);
	});

	it('elsewhere refuses while its old address stands, since this may be a copy', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		const original = await simulator.control.webhook();
		node.move('http://127.0.0.1:65000');
		await expect(node.activate()).rejects.toThrow(/If n8n has moved, turn on 'Replace Existing Webhook'/);
		// A start of n8n decides nothing: what stands is kept, since the old address may still lead here.
		expect(await node.checkAtStart()).toBe(true);
		expect(await simulator.control.webhook()).toEqual(original);
		await simulator.control.registerWebhook({ url: FOREIGN });
		expect(await node.checkAtStart()).toBe(false);
	});

	it.each([
		['the example event alone', { events: ['webhook-example'] }, /Only the example event/],
		['no event', { events: [] }, /names no event/],
		['an expression that gives no event', { events: '={{ undefined }}' }, /names no event/],
		['an event that nobody sends', { events: ['user-deleted'] }, /names no event/],
		['names that are none', { filters: { assessmentNames: '={{ [{}] }}' } }, /'Assessment Names or IDs' is not a list/],
		['types that are none', { filters: { assessmentTypes: '={{ true }}' } }, /'Assessment Types' is not a list/],
		['statuses that are none', { filters: { statuses: '={{ [[]] }}' } }, /'Statuses' is not a list of texts/],
	])('with %s is refused before any request', async (_what, parameters: INodeParameters, message) => {
		const { credentials } = service();
		const node = await trigger(credentials, parameters);
		await expect(node.create()).rejects.toThrow(message);
		expect(await service().requests()).toEqual([]);
	});

	it('keeps the signing key before it asks for anything else', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({ match: { method: 'GET' }, fault: { kind: 'hang' }, skip: 1 });
		const created = node.create();
		await vi.waitFor(() => expect(node.staticData.production.signingKey).toEqual(expect.any(String)), {
			timeout: 10_000,
		});
		expect(node.staticData.production).toMatchObject({ url: node.url, createdAt: '' });
		await created;
		expect(node.staticData.production.signingKey).toBe((await simulator.control.webhook())?.signingKey);
	});

	it('notices when something else registers at the same moment', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({
			match: { method: 'GET', path: '/webhook' },
			skip: 1,
			fault: { kind: 'json', json: { url: FOREIGN, createdAt: '2026-11-21T04:14:00+00:00' } },
		});
		await expect(node.create()).rejects.toThrow(/at the same moment something else registered another one.*elsewhere/);
		expect(node.staticData.production).toEqual({});
	});

	it("refuses an address of n8n's own machine where the service is elsewhere", async () => {
		const { credentials } = service();
		const node = await trigger({ ...credentials, baseHost: 'https://assess.example.invalid' });
		await expect(node.create()).rejects.toThrow('WEBHOOK_URL');
	});
});

describe('while the service is silent', () => {
	/** Of a hook, n8n's `delete` after it not counted. */
	const timeout = 15_000;

	it('publishing ends in time, at once for good and with a message of ours', { timeout }, async () => {
		const { simulator, credentials } = service();
		await simulator.control.inject({ fault: { kind: 'hang' }, times: 'always' });
		const node = await trigger(credentials);
		const failure: unknown = await node.create().catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(WebhookPathTakenError);
		expect(failure).toHaveProperty('message', 'The service did not answer in time (GET /webhook). Try again later.');
	});

	it('so does removing, which n8n calls after that', { timeout }, async () => {
		const { simulator, credentials } = service();
		await simulator.control.inject({ fault: { kind: 'hang' }, times: 'always' });
		const node = await trigger(credentials);
		expect(await node.delete()).toBe(true);
	});

	it('a trigger that waits for another one to end gives up in time', { timeout }, async () => {
		const { simulator, credentials } = service();
		await simulator.control.inject({ fault: { kind: 'hang' }, times: 'always' });
		const slow = run(credentials, 'webhook.create', { url: FOREIGN, options: { timeout: 12 } }).catch(() => undefined);
		await vi.waitFor(async () => expect(await service().requests()).toHaveLength(1));
		await expect((await trigger(credentials)).create()).rejects.toThrow(/Something else in this n8n.*Try again/);
		await simulator.control.clearFaults();
		await slow;
	});
});

describe('a registration survives doubt', () => {
	it.each([
		['503', { kind: 'status', status: 503 }],
		['404', { kind: 'status', status: 404 }],
		['a broken connection', { kind: 'cut' }],
		['HTML', { kind: 'html' }],
	] as const)('%s while reading: kept where what is stored fits', async (_what, fault) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		await simulator.control.inject({ match: { method: 'GET' }, fault, times: 'always' });
		expect(await node.checkExists()).toBe(true);
		node.move('http://127.0.0.1:65000');
		await expect(node.checkExists()).rejects.toThrow(/GET \/webhook/);
	});

	it.each([
		[401, 'API key'],
		[403, 'may not access'],
	])('%i throws, and nothing is deleted', async (status, message) => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate();
		const before = { ...node.staticData.production };
		await simulator.control.inject({ fault: { kind: 'status', status }, times: 'always' });
		await expect(node.activate()).rejects.toThrow(message);
		await simulator.control.clearFaults();
		expect((await simulator.control.webhook())?.url).toBe(node.url);
		expect(node.staticData.production).toEqual(before);
	});

	it('a 503 that passes and a 429 are waited for', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await simulator.control.inject({ match: { method: 'GET' }, fault: { kind: 'status', status: 503 }, times: 2 });
		await simulator.control.inject({ match: { method: 'POST' }, fault: { kind: 'status', status: 429 } });
		await node.activate();
		expect(node.staticData.production.signingKey).toBe((await simulator.control.webhook())?.signingKey);
	});

	it('a key that was revoked says so in the message', async () => {
		const { simulator, credentials } = service();
		await simulator.control.revokeKey();
		const node = await trigger(credentials);
		await expect(node.activate()).rejects.toThrow(
			/did not accept the API key.*Put a valid 'API Key' into the credentials/,
		);
	});
});

describe('after registering', () => {
	it('goes on when the registration can not be read, and registers anew on the next check', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		const unreadable = { match: { method: 'GET' }, fault: { kind: 'html' } } as const;
		await simulator.control.inject({ ...unreadable, skip: 1 });
		await node.activate();
		expect(node.staticData.production).toMatchObject({ url: node.url, createdAt: '' });
		expect(await node.checkExists()).toBe(false);
		await node.activate();
		expect(node.staticData.production.createdAt).toBe((await simulator.control.webhook())?.createdAt);
	});

	it('says that it was removed at the same moment', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		const removed = { match: { method: 'GET' }, fault: { kind: 'status', status: 204 } } as const;
		await simulator.control.inject({ ...removed, skip: 1 });
		await expect(node.create()).rejects.toThrow('the service shows none');
		expect(node.staticData.production).toEqual({});
	});

	it('a second create leaves it as it is', async () => {
		const node = await trigger(service().credentials);
		await node.activate();
		expect(await node.create()).toBe(true);
		expect(changes(await service().requests()).filter((request) => request === 'POST /webhook')).toHaveLength(1);
	});
});

describe('a deprecated version, which gives no signing key', () => {
	it('is refused before anything is overwritten', async () => {
		const { credentials } = service();
		const node = await trigger({ ...credentials, apiVersion: 'beta' });
		await expect(node.activate()).rejects.toThrow(/API version beta gives no signing key.*'Accept Unsigned Events'/);
		expect(changes(await service().requests())).toEqual([]);
	});

	it('is accepted when unsigned events are', async () => {
		const { simulator, credentials } = service();
		const options = { acceptUnsignedEvents: true };
		const node = await trigger({ ...credentials, apiVersion: 'beta' }, { options });
		await node.activate();
		expect(node.staticData.production.signingKey).toBe('');
		expect(await node.checkExists()).toBe(true);
		await simulator.control.sendEvent({ event: 'user-assessment-scored', data: SCORED });
		await simulator.control.idle();
		expect(node.server.runs).toHaveLength(1);
	});
});

it('a signing key that is not valid in the chosen encoding fails the activation', async () => {
	const { simulator, credentials } = service();
	await simulator.control.configure({ signingKeyForm: 'text' });
	const node = await trigger(credentials, { options: { signingKeyEncoding: 'hex' } });
	await expect(node.activate()).rejects.toThrow("'Signing Key Encoding' to Auto");
	expect(await simulator.control.webhook()).toBeNull();
});
