import { expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { run, runJson, sentIn } from './support.ts';

const service = useSimulator();

const URL_OF_TEST = 'https://example.com/score-events';

it('create, get and delete', async () => {
	const { simulator, credentials, requests } = service();
	expect(await runJson(credentials, 'webhook.get')).toEqual([{ registered: false }]);
	const created = await runJson(credentials, 'webhook.create', { url: URL_OF_TEST });
	const { signingKey, createdAt } = (await simulator.control.webhook()) ?? {};
	expect(created).toEqual([{ url: URL_OF_TEST, signingKey }]);
	expect(await runJson(credentials, 'webhook.get')).toEqual([{ registered: true, url: URL_OF_TEST, createdAt }]);
	await simulator.control.inject({ match: { method: 'DELETE' }, fault: { kind: 'cut', after: true } });
	expect(await runJson(credentials, 'webhook.delete')).toEqual([{ deleted: true }]);
	expect(await runJson(credentials, 'webhook.delete')).toEqual([{ deleted: true }]);
	expect(await simulator.control.webhook()).toBeNull();
	const [get, post] = [
		['GET', '/2020q3/webhook'],
		['POST', '/2020q3/webhook', { url: URL_OF_TEST }],
	];
	// After the lost answer of DELETE it reads again.
	expect(sentIn(await requests())).toEqual([get, get, post, get, get, ['DELETE', '/2020q3/webhook'], get, get]);
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

it('sendExample without a webhook is an error, since the service would send nothing and call it a success', async () => {
	const { credentials, requests } = service();
	await expect(run(credentials, 'webhook.sendExample')).rejects.toThrow('Your account has no webhook');
	expect(sentIn(await requests())).toEqual([['GET', '/2020q3/webhook']]);
});
