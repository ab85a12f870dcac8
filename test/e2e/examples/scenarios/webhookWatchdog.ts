import { expect } from 'vitest';

import type { World } from '../support/world.ts';

const MINUTE_MS = 60_000;

/** Takes a minute and a half: a repair waits for n8n as long as the imported workflow does. */
export async function webhookWatchdog(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const before = world.slackMessages().length;
	const trigger = await world.imported('score-by-webhook');
	/** Publishes the trigger as if that had been so many minutes ago. */
	const publish = async (minutesAgo: number) => {
		await control.setClock({ advanceMs: -minutesAgo * MINUTE_MS });
		await world.publish(trigger.id);
		await control.setClock({ advanceMs: minutesAgo * MINUTE_MS });
		await control.clearLimits();
	};
	const watched = { workflowId: { __rl: true, mode: 'list', value: trigger.id, cachedResultName: 'Scores' } };
	const { id } = await world.imported('webhook-watchdog', { 'Read the workflow': watched });
	/** Each message once: if midnight comes meanwhile, n8n sends one a second time. */
	const told = () => [...new Set(world.slackMessages().slice(before))].filter((text) => !/ scored \S+ in /.test(text));
	// Its executions are not kept: one that is no longer there has ended.
	const check = async () => {
		await api.workflows.begin(id, 'Every 15 minutes');
		const underWay = async () => await api.executions.list({ workflowId: id });
		await expect.poll(underWay, { timeout: 180_000 }).toEqual([]);
	};
	// Published 50 minutes ago: no repair, whatever hour the clock shows.
	await publish(50);
	const ours = (await control.webhook())?.url ?? '';
	expect(ours).toMatch(/\/webhook\/.+\/webhook$/);
	await check();
	expect(told()).toEqual([]);
	await control.deleteWebhook();
	await check();
	expect(told()).toEqual([expect.stringContaining('was deleted')]);
	expect(await control.webhook()).toBeNull();

	await api.workflows.deactivate(trigger.id);
	await publish(70);
	await control.registerWebhook({ url: 'https://other.example.com/hook' });
	await check();
	await check();
	expect(told().slice(1)).toEqual([
		expect.stringMatching(/another webhook: https:\/\/other\.example\.com\/hook .+ nothing was changed/),
	]);
	expect((await control.webhook())?.url).toBe('https://other.example.com/hook');

	await control.inject({ match: { path: '/webhook' }, fault: { kind: 'status', status: 401 }, times: 'always' });
	await check();
	await control.clearFaults();
	expect(told().slice(2)).toEqual([expect.stringContaining("couldn't check")]);

	// Our URL with a key that n8n doesn't have, and the trigger's own registration is 70 minutes old.
	await control.registerWebhook({ url: ours });
	await check();
	expect(told().slice(3)).toEqual([expect.stringMatching(/was registered again .+ Repaired at \d\d:\d\d/)]);
	const [person] = await world.finished('speaking', 1);
	await control.score({ userAssessmentId: person?.userAssessmentId ?? '' });
	await control.idle();
	expect((await control.deliveries()).at(-1)).toMatchObject({ status: 200 });

	// Within an hour of that repair, there's no second one.
	const repaired = (await control.webhook())?.createdAt;
	await control.registerWebhook({ url: ours });
	await check();
	expect(told().slice(4)).toEqual([expect.stringMatching(/was registered again .+ wasn't repaired yet/)]);
	expect((await control.webhook())?.createdAt).not.toBe(repaired);
	await api.workflows.deactivate(trigger.id);
	await control.deleteWebhook();
}
