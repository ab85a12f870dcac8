import { expect, it, vi } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { run, runJson, sentIn } from './support.ts';

const service = useSimulator();

const URL_OF_TEST = 'https://example.com/score-events';

it('create, get and delete', async () => {
	const { simulator, credentials } = service();
	expect(await runJson(credentials, 'webhook.get')).toEqual([{ registered: false }]);
	expect(await runJson(credentials, 'webhook.create', { url: URL_OF_TEST })).toEqual([
		{ url: URL_OF_TEST, signingKey: (await simulator.control.webhook())?.signingKey },
	]);
	expect(await runJson(credentials, 'webhook.get')).toEqual([
		{ registered: true, url: URL_OF_TEST, createdAt: (await simulator.control.webhook())?.createdAt },
	]);
	expect(await runJson(credentials, 'webhook.delete')).toEqual([{ deleted: true }]);
	expect(await simulator.control.webhook()).toBeNull();
	expect(sentIn(await service().requests())).toEqual([
		['GET', '/2020q3/webhook'],
		['GET', '/2020q3/webhook'],
		['POST', '/2020q3/webhook', { url: URL_OF_TEST }],
		['GET', '/2020q3/webhook'],
		['GET', '/2020q3/webhook'],
		['DELETE', '/2020q3/webhook'],
	]);
});

it('sendExample without a webhook is an error, since the service would send nothing and call it a success', async () => {
	const { credentials, requests } = service();
	await expect(run(credentials, 'webhook.sendExample')).rejects.toThrow('No webhook is registered');
	expect(sentIn(await requests())).toEqual([['GET', '/2020q3/webhook']]);
});

it('create leaves a webhook that is there, unless told to replace it', async () => {
	const { simulator, credentials } = service();
	const present = await simulator.control.registerWebhook({ url: 'https://other.example.com/hook' });
	await expect(run(credentials, 'webhook.create', { url: URL_OF_TEST })).rejects.toThrow(
		/already has a webhook: https:\/\/other\.example\.com\/hook/,
	);
	expect(await simulator.control.webhook()).toEqual(present);
	await run(credentials, 'webhook.create', { url: URL_OF_TEST, ifAlreadyRegistered: 'replace' });
	expect((await simulator.control.webhook())?.url).toBe(URL_OF_TEST);
});

it('create looks again before it posts again', async () => {
	const { simulator, credentials } = service();
	const fault = { kind: 'status', status: 429, headers: { 'retry-after': '1' } } as const;
	await simulator.control.inject({ match: { method: 'POST' }, fault });
	const created = run(credentials, 'webhook.create', { url: URL_OF_TEST });
	await vi.waitFor(async () => expect(await simulator.control.requests({ endpoint: '/webhook' })).toHaveLength(2), {
		timeout: 10_000,
	});
	const present = await simulator.control.registerWebhook({ url: 'https://other.example.com/hook' });
	await expect(created).rejects.toThrow(/already has a webhook: https:\/\/other\.example\.com\/hook/);
	expect(await simulator.control.webhook()).toEqual(present);
});

it.each(['fail', 'replace'])('create waits where the limit is exceeded (%s)', async (ifAlreadyRegistered) => {
	const { simulator, credentials } = service();
	await simulator.control.inject({ match: { method: 'POST' }, fault: { kind: 'status', status: 429 }, times: 2 });
	const [item] = await runJson(credentials, 'webhook.create', { url: URL_OF_TEST, ifAlreadyRegistered });
	expect(item?.signingKey).toBe((await simulator.control.webhook())?.signingKey);
});

it('create does not overwrite what another item has just registered', async () => {
	const { simulator, credentials } = service();
	const items = ['https://one.example.com/', 'https://two.example.com/'].map((url) => ({ json: { url } }));
	await expect(run(credentials, 'webhook.create', { url: '={{ $json.url }}' }, items)).rejects.toThrow(
		/already has a webhook: https:\/\/one\.example\.com\//,
	);
	expect((await simulator.control.webhook())?.url).toBe('https://one.example.com/');
});

it('delete does not come between what another reads and registers', async () => {
	const { simulator, credentials, requests } = service();
	await simulator.control.registerWebhook({ url: 'https://other.example.com/hook' });
	await simulator.control.inject({
		match: { method: 'GET' },
		fault: { kind: 'latency', minMs: 200, maxMs: 200 },
		times: 'always',
	});
	await Promise.all([
		run(credentials, 'webhook.create', { url: URL_OF_TEST, ifAlreadyRegistered: 'replace' }),
		run(credentials, 'webhook.delete'),
	]);
	expect((await requests()).map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'DELETE']);
});

it.each([
	['somebody else was faster', { kind: 'status', status: 404, after: true }],
	['the service has a problem', { kind: 'status', status: 503 }],
	['the answer is lost', { kind: 'cut', after: true }],
] as const)('delete ends where %s', async (_, fault) => {
	const { simulator, credentials } = service();
	await simulator.control.registerWebhook({ url: 'https://other.example.com/hook' });
	await simulator.control.inject({ match: { method: 'DELETE' }, fault });
	expect(await runJson(credentials, 'webhook.delete')).toEqual([{ deleted: true }]);
	expect(await simulator.control.webhook()).toBeNull();
});

it.each([false, true])('sendExample triggers the event (content type demanded: %s)', async (demanded) => {
	const { simulator, credentials } = service();
	await simulator.control.configure({ exampleRequiresContentType: demanded });
	await simulator.control.registerWebhook({ url: `${simulator.baseHost}/receiver-of-test` });
	expect(await runJson(credentials, 'webhook.sendExample')).toEqual([{ triggered: true }]);
	await simulator.control.idle();
	expect(await simulator.control.deliveries()).toHaveLength(1);
});

it.each(['rejected', 'ignored'] as const)(
	'sendExample keeps the second between two events that the service demands (one too early is %s)',
	async (exampleOverLimit) => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ exampleOverLimit });
		await simulator.control.registerWebhook({ url: `${simulator.baseHost}/receiver-of-test` });
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		expect(await runJson(credentials, 'webhook.sendExample', {}, items)).toEqual(
			items.map(() => ({ triggered: true })),
		);
		await simulator.control.idle();
		expect(await simulator.control.deliveries()).toHaveLength(3);
		const sent = await simulator.control.requests({ endpoint: '/webhook/example' });
		expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
	},
);
