import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import { changes } from './support/changes.ts';
import { SCORED } from './support/scored.ts';
import { trigger } from './support/trigger.ts';

const service = useSimulator();

const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

describe('testing', () => {
	it('registers the test address and removes it', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials);
		await node.activate('test');
		expect((await simulator.control.webhook())?.url).toBe(node.testUrl);
		await node.delete('test');
		expect(await simulator.control.webhook()).toBeNull();
		expect(changes(await service().requests())).toEqual(['POST /webhook', 'DELETE /webhook']);
	});

	it('requests the example event once, where it is selected', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials, { events: ['webhook-example'] });
		await node.activate('test');
		await simulator.control.idle();
		expect(changes(await service().requests())).toEqual(['POST /webhook', 'POST /webhook/example']);
		expect(node.server.runs).toMatchObject([[{ json: { event: 'webhook-example' } }]]);
	});

	it('requests no example event on publishing', async () => {
		const { credentials } = service();
		const node = await trigger(credentials, { events: ['user-assessment-scored', 'webhook-example'] });
		await node.activate();
		expect(changes(await service().requests())).toEqual(['POST /webhook']);
	});

	it('goes on when the example event can not be had', async () => {
		const { simulator, credentials } = service();
		await simulator.control.inject({ match: { path: '/webhook/example' }, fault: { kind: 'status', status: 500 } });
		const node = await trigger(credentials, { events: ['webhook-example'] });
		await node.activate('test');
		expect((await simulator.control.webhook())?.url).toBe(node.testUrl);
	});

	it('is refused beside the published workflow, which goes on', async () => {
		const { simulator, credentials } = service();
		const node = await trigger(credentials, { options: { replaceExistingWebhook: true } });
		await node.activate();
		await expect(node.activate('test')).rejects.toThrow('would cut it off');
		await simulator.control.sendEvent({ event: 'user-assessment-scored', data: SCORED });
		await simulator.control.idle();
		expect(node.server.runs).toHaveLength(1);
	});

	it('is refused beside a foreign webhook, whatever the options', async () => {
		const { simulator, credentials } = service();
		await simulator.control.registerWebhook({ url: FOREIGN });
		const node = await trigger(credentials, { options: { replaceExistingWebhook: true } });
		await expect(node.activate('test')).rejects.toThrow('a test never replaces it');
		expect((await simulator.control.webhook())?.url).toBe(FOREIGN);
	});
});
