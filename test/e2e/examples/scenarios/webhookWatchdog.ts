import { setTimeout as delay } from 'node:timers/promises';

import { expect } from 'vitest';

import type { World } from '../support/world.ts';

const HOUR_MS = 60 * 60_000;

export async function webhookWatchdog(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const before = world.slackMessages().length;
	const trigger = await world.imported('score-to-slack-and-crm', {}, [
		'New Score.credentials',
		'New Score.webhookId',
		'Update HubSpot Contact.credentials',
		'Post to Slack.credentials',
	]);
	await world.publish(trigger.id);
	const ours = (await control.webhook())?.url ?? '';
	expect(ours).toMatch(/\/webhook\/.+\/webhook$/);
	const watched = { workflowId: { __rl: true, mode: 'list', value: trigger.id, cachedResultName: 'Scores' } };
	const { id } = await world.imported(
		'webhook-watchdog',
		{ 'Read the Workflow': watched, 'Until It Is Done': { amount: 8 }, 'Until It Is Registered': { amount: 8 } },
		[
			'Read the Workflow.credentials',
			'Read the Workflow.parameters.workflowId.value',
			'Read the Workflow.parameters.workflowId.cachedResultName',
			'Unpublish.credentials',
			'Until It Is Done.parameters.amount',
			'Until It Is Registered.parameters.amount',
			'Publish.credentials',
			'Look at the Webhook.credentials',
			'Look Again.credentials',
			'Post to Slack.credentials',
		],
	);
	const told = () =>
		world
			.slackMessages()
			.slice(before)
			.filter((text) => !/ scored \S+ in /.test(text));
	// Its executions are not kept: one that is no longer there has ended.
	const look = async () => {
		await api.workflows.begin(id, 'Every 15 Minutes');
		const underWay = async () => await api.executions.list({ workflowId: id });
		await expect.poll(underWay, { timeout: 200_000, interval: 300 }).toEqual([]);
	};
	// Around the full hour "once an hour", and at midnight "once a day", would be twice.
	const toHourMs = HOUR_MS - (Date.now() % HOUR_MS);
	if (toHourMs < 5 * 60_000) await delay(toHourMs + 1_000);

	await look();
	expect(told()).toEqual([]);

	await control.registerWebhook({ url: 'https://other.example.com/hook' });
	await look();
	await look();
	expect(told()).toEqual([
		expect.stringMatching(/another webhook: https:\/\/other\.example\.com\/hook .+ nothing was changed/),
	]);
	expect((await control.webhook())?.url).toBe('https://other.example.com/hook');

	await control.inject({ match: { path: '/webhook' }, fault: { kind: 'status', status: 401 }, times: 'always' });
	await look();
	await control.clearFaults();
	expect(told().slice(1)).toEqual([expect.stringContaining('could not look')]);

	// Our address with a key that n8n does not have.
	await control.registerWebhook({ url: ours });
	await look();
	expect(told().slice(2)).toEqual([expect.stringMatching(/registered our webhook anew .+ Repaired/)]);
	const [person] = await world.finished('speaking', 1);
	await control.score({ userAssessmentId: person?.userAssessmentId ?? '' });
	await control.idle();
	expect((await control.deliveries()).at(-1)).toMatchObject({ status: 200 });

	// A second repair within the hour is left to people.
	await control.deleteWebhook();
	await look();
	expect(told().slice(3)).toEqual([expect.stringContaining('was deleted')]);
	expect(await control.webhook()).toBeNull();
}
