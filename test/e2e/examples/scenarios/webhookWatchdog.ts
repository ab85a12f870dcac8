import { expect } from 'vitest';

import type { World } from '../support/world.ts';

export async function webhookWatchdog(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const before = world.slackMessages().length;
	const trigger = await world.imported('score-by-webhook');
	await world.publish(trigger.id);
	const ours = (await control.webhook())?.url ?? '';
	expect(ours).toMatch(/\/webhook\/.+\/webhook$/);
	const watched = { workflowId: { __rl: true, mode: 'list', value: trigger.id, cachedResultName: 'Scores' } };
	const { id } = await world.imported(
		'webhook-watchdog',
		{ 'Read the Workflow': watched },
		{
			'Wait for Unpublishing': { amount: 2 },
			'Wait for Registering': { amount: 2 },
			// So that it doesn't matter whether an hour or a day ends meanwhile.
			'Once an Hour': { dedupeValue: 'this hour' },
			'Once a Day': { dedupeValue: '=today {{ $json.text }}' },
		},
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
		await expect.poll(underWay, { timeout: 60_000, interval: 200 }).toEqual([]);
	};
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
