import { HookContext } from 'n8n-core';
import { expect, it, vi } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { refusal } from '../support/simulator.ts';
import { when } from '../support/virtualTime.ts';
import { FOREIGN, useAccount } from './support/account.ts';
import { hookContext } from './support/trigger.ts';

const { changes, control, credentials, published, registeredUrl, send, trigger } = useAccount();

it('publishing registers once without an example event, and keeps an existing registration', async () => {
	const node = await published({ events: ['user-assessment-scored', 'webhook-example'] });
	const { url, createdAt, signingKey } = (await control().webhook()) ?? {};
	expect(url).toBe(node.url);
	expect(node.staticData).toEqual({ url, createdAt, signingKey });
	expect(await changes({ andReads: true })).toEqual(['GET /webhook', 'POST /webhook', 'GET /webhook']);
	await node.activate();
	await node.create();
	expect(await changes()).toEqual(['POST /webhook']);
});

it('a webhook is recognized, named and removed even if the service spells its URL differently', async () => {
	const node = await trigger();
	const json = { url: node.url.replace('http:', 'HTTP:'), createdAt: '2026-11-20T10:00:00Z' };
	await control().inject({ match: { method: 'GET' }, fault: { kind: 'json', json }, skip: 1, times: 'always' });
	await node.create();
	expect(await node.checkExists()).toBe(true);
	await expect((await trigger()).create()).rejects.toThrow(/^The workflow 'Test' uses /);
	await node.delete();
	expect(await changes()).toEqual(['POST /webhook', 'DELETE /webhook']);
});

it.each(['production', 'test'] as const)('a filter that names no assessment is refused: %s', async (purpose) => {
	const node = await trigger({ filters: { assessmentNames: ['English Placment'] } });
	const pattern = /^Your .* no assessment called 'English Placment' .+\. Use one of these: '.+'\.$/;
	const message: unknown = expect.stringMatching(pattern);
	await expect(node.activate(purpose)).rejects.toMatchObject({ name: 'WebhookPathTakenError', message });
	expect(await changes()).toEqual([]);
	// While n8n starts, no one could correct the name.
	await node.create('init');
	expect(await registeredUrl()).toBe(node.url);
});

it.each(['init', 'leadershipChange'] as const)('starting n8n (%s) never replaces a webhook', async (activation) => {
	const node = await published({ options: { replaceExistingWebhook: true } });
	const foreign = await control().registerWebhook({ url: FOREIGN });
	expect(await node.checkExists('init')).toBe(false);
	await expect(node.create(activation)).rejects.toThrow(`'${FOREIGN}'`);
	expect(await control().webhook()).toEqual(foreign);
	await control().deleteWebhook();
	await node.create(activation);
	expect(await control().webhook()).toMatchObject({ ...node.staticData, url: node.url });
});

it("publishing takes over its own test's URL, which has the editor's address, after n8n ended in the middle of a test", async () => {
	const node = await trigger();
	const { pathname } = new URL(node.testUrl);
	await control().registerWebhook({ url: new URL(pathname, hookContext(credentials()).getInstanceBaseUrl()).href });
	await node.create();
	expect(await registeredUrl()).toBe(node.url);
});

it('publishing and unpublishing at a different URL keep the webhook at the old one, because this may be a copy', async () => {
	const node = await published();
	const original = await control().webhook();
	const warn = vi.spyOn(hookContext(credentials()).logger, 'warn');
	await node.activate();
	node.move();
	await expect(node.activate()).rejects.toThrow(/If n8n has moved, turn on 'Replace Existing Webhook'/);
	// Starting n8n keeps the existing webhook, because the old URL may still lead here.
	expect(await node.checkExists('init')).toBe(true);
	await node.delete();
	expect(warn.mock.calls.filter(([line]) => line.includes(`('${original?.url}')`))).toHaveLength(3);
	expect([node.staticData.url, await control().webhook()]).toEqual([original?.url, original]);
	await control().registerWebhook({ url: FOREIGN });
	expect(await node.checkExists('init')).toBe(false);
});

const UNREACHABLE = 'n8n.example.com:5678 //n8n.example.com http://localhost:5678 http://[::1] http://127.0.0.1';

it.each(UNREACHABLE.split(' '))("publishing at %s is refused, because the service can't reach it", async (origin) => {
	const node = await trigger({}, { baseHost: 'https://assess.example.invalid' });
	node.move(origin);
	await expect(node.create()).rejects.toThrow(/WEBHOOK_URL.+https:\/\//);
});

it.each<[baseHost: string, origin: string, lines: number]>([
	['https://assess.example.invalid', 'http://n8n:5678', 1],
	['https://assess.example.invalid', 'http://192.168.1.20:5678', 1],
	['https://assess.example.invalid', 'https://n8n.example.com', 0],
	['https://assess.internal', 'http://n8n:5678', 0],
])('publishing for %s at %s is tried, and the log says %i times that events may not arrive', async (...row) => {
	const [baseHost, origin, lines] = row;
	const node = await trigger({}, { baseHost });
	node.move(origin);
	const warn = vi.spyOn(hookContext(credentials()).logger, 'warn');
	await expect(node.create()).rejects.toThrow('GET /webhook');
	const said = warn.mock.calls.filter(([line]) => line.includes(`can't reach n8n at '${node.url}'`));
	expect(said).toHaveLength(lines);
});

it("publishing is refused, and doesn't leave a webhook behind, if the signing key isn't valid in the selected encoding", async () => {
	await control().configure({ signingKeyForm: 'text' });
	const options = { signingKeyEncoding: 'hex', replaceExistingWebhook: true };
	await expect(published({ options })).rejects.toThrow(/'Signing Key Encoding' to Auto\. [^.]+ valid hex\.$/);
	await control().registerWebhook({ url: FOREIGN });
	await expect(published({ options })).rejects.toThrow(`was replaced and no longer receives events: '${FOREIGN}'`);
	expect(await control().webhook()).toBeNull();
});

it("publishing stores the signing key at once, and if it can't be read back, the next check registers again", async () => {
	const node = await trigger();
	await control().inject({ match: { method: 'GET' }, fault: { kind: 'hang' }, skip: 1 });
	const created = node.create();
	const stored = { url: node.url, createdAt: '', signingKey: expect.any(String) as string };
	await when(() => expect(node.staticData).toEqual(stored));
	await created;
	expect(node.staticData).toEqual({ ...stored, signingKey: (await control().webhook())?.signingKey });
	// n8n may save an old copy.
	Object.assign(node.staticData, { createdAt: '2026-11-20T10:00:00Z', signingKey: 'old' });
	expect(await send()).toHaveProperty('status', 200);
	expect(await node.checkExists()).toBe(false);
	await node.activate();
	expect(node.staticData.createdAt).toBe((await control().webhook())?.createdAt);
});

// n8n aborts publishing after 84 s, and would retry after an error of a different class.
it('publishing and unpublishing end in time and with our message while the service is silent', async () => {
	await control().inject({ fault: { kind: 'hang' }, times: 'always' });
	const node = await trigger({ filters: { assessmentNames: ['English Speaking'] } });
	const began = Date.now();
	const message = "The service didn't answer in time (GET /webhook, 2 tries). Try again later.";
	await expect(node.create()).rejects.toMatchObject({ name: 'WebhookPathTakenError', message });
	expect(await node.delete()).toBe(true);
	expect(Date.now() - began).toBeLessThanOrEqual(2 * 15_000);
});

it("publishing doesn't wait for a used-up rate limit that n8n wouldn't wait for either", async () => {
	await control().inject({ fault: refusal('20'), times: 'always' });
	await expect((await trigger()).create()).rejects.toThrow("Your account's rate limit is used up until");
	expect(await changes({ andReads: true })).toEqual(['GET /webhook']);
});

it('publishing with unusable credentials fails immediately with our message, and unpublishing then succeeds', async () => {
	const node = await trigger({}, { apiKey: '' });
	const message: unknown = expect.stringMatching(/^The 'API Key' in the credentials is empty\. Create one in .+\.$/);
	await expect(node.create()).rejects.toMatchObject({ name: 'WebhookPathTakenError', message });
	// While n8n starts, it tries again after an error of any other class.
	await expect(node.create('init')).rejects.toMatchObject({ name: 'NodeOperationError', message });
	vi.spyOn(HookContext.prototype, 'getCredentials').mockRejectedValueOnce(new Error('The database is locked'));
	await expect(node.create()).rejects.toHaveProperty('name', 'Error');
	// Otherwise, n8n would go on treating the webhook as registered.
	await node.delete();
	expect(node.staticData).toEqual({});
});

it.each<[what: string, fault: Fault, refused?: RegExp]>([
	['503', { kind: 'status', status: 503 }],
	['a lost connection', { kind: 'cut' }],
	['HTML', { kind: 'html' }],
	['401', { kind: 'status', status: 401 }, /didn't accept the API key.*Enter a valid 'API Key' in the credentials/],
	['403', { kind: 'status', status: 403 }, /refused access/],
])('a check that gets %s keeps everything, and fails if the key is refused or n8n has moved', async (...row) => {
	const [, fault, refused] = row;
	const node = await published();
	const before = { ...node.staticData };
	const warn = vi.spyOn(hookContext(credentials()).logger, 'warn');
	await control().inject({ fault, times: 'always' });
	const checked = expect(node.activate());
	await (refused === undefined ? checked.resolves.toBeUndefined() : checked.rejects.toThrow(refused));
	if (refused === undefined) expect(warn).toHaveBeenLastCalledWith(expect.stringContaining("Couldn't check"));
	expect(await registeredUrl()).toBe(node.url);
	expect(node.staticData).toEqual(before);
	node.move();
	await expect(node.checkExists()).rejects.toThrow(refused ?? /GET \/webhook/);
});

it("publishing with a deprecated version, which doesn't return a signing key, requires 'Accept Unsigned Events'", async () => {
	const deprecated = { apiVersion: 'beta' };
	const message = "'Accept Unsigned Events'. API version beta doesn't return a signing key";
	await expect(published({}, deprecated)).rejects.toThrow(message);
	await expect((await trigger({}, deprecated)).create('test')).rejects.toThrow(message);
	expect(await changes()).toEqual([]);
	const node = await published({ options: { acceptUnsignedEvents: true } }, deprecated);
	expect(node.staticData.signingKey).toBe('');
	expect(await node.checkExists()).toBe(true);
	expect([await send(), await send()].map(({ status }) => status)).toEqual([200, 200]);
	expect(node.server.runs).toHaveLength(1);
	node.change({ options: {} });
	expect(await send()).toHaveProperty('status', 401);
});

it("a registered URL can't forge a line of n8n's log", async () => {
	const url = 'https://elsewhere.example.com/\nTook over nothing\u202e';
	await control().inject({ fault: { kind: 'json', json: { url, createdAt: 'x' } }, match: { method: 'GET' } });
	// All contexts have the same logger.
	const info = vi.spyOn(hookContext(credentials()).logger, 'info');
	await published({ options: { replaceExistingWebhook: true } });
	const shown = 'https://elsewhere.example.com/ Took over nothing[U+202E]';
	expect(info).toHaveBeenCalledWith(`Took over your account's webhook from '${shown}'`);
});
