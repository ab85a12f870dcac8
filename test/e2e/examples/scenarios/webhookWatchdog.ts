import { setTimeout as delay } from 'node:timers/promises';

import { expect } from 'vitest';

import type { World } from '../support/world.ts';

const DAY_MS = 24 * 60 * 60_000;

export async function webhookWatchdog(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const trigger = await world.imported('score-to-slack-and-crm', {}, [
		'New Score.credentials',
		'New Score.webhookId',
		'Update HubSpot Contact.credentials',
	]);
	await world.publish(trigger.id);
	const ours = (await control.webhook())?.url ?? '';
	expect(ours).toMatch(/\/webhook\/.+\/webhook$/);
	const { id } = await world.imported(
		'webhook-watchdog',
		{
			'What We Expect': { 'assignments.assignments.expectedUrl.value': ours },
			'Post to Slack': { url: `${world.receiver.url}/watchdog` },
		},
		[
			'What We Expect.parameters.assignments.assignments.expectedUrl.value',
			'Look at the Webhook.credentials',
			'Post to Slack.parameters.url',
		],
	);
	const told = () => world.receiver.at('/watchdog').map(({ body }) => body);
	const look = async () => {
		expect((await api.workflows.run(id, { trigger: 'Every 15 Minutes' })).error()).toBeUndefined();
	};
	await look();
	expect(told()).toEqual([]);

	// Around midnight in n8n's time zone, UTC, "once a day" would be twice.
	const toMidnightMs = DAY_MS - (Date.now() % DAY_MS);
	if (toMidnightMs < 60_000) await delay(toMidnightMs + 1_000);

	await control.registerWebhook({ url: 'https://other.example.com/hook' });
	await look();
	await look();
	expect(told()).toEqual([{ text: expect.stringContaining('https://other.example.com/hook') }]);

	await control.deleteWebhook();
	await look();
	expect(told().slice(1)).toEqual([{ text: `No webhook is registered: scores do not reach ${ours}` }]);

	await control.inject({ match: { path: '/webhook' }, fault: { kind: 'status', status: 401 }, times: 'always' });
	await look();
	await control.clearFaults();
	expect(told().slice(2)).toEqual([{ text: expect.stringContaining('could not look') }]);

	await control.registerWebhook({ url: ours });
	await look();
	expect(told()).toHaveLength(3);
}
