import { expect } from 'vitest';

import { chosenGeneration } from '../../../../playground/generation.ts';
import { everySeconds } from '../../pollTrigger/workflows.ts';
import { createDataTable } from '../support/dataTable.ts';
import type { World } from '../support/world.ts';

const SCORES = 20;

export async function neverMissAScore(world: World): Promise<void> {
	const { control } = world.playground.simulator;
	const before = world.slackMessages().length;
	const table = await createDataTable(world.playground.api, 'Seen', ['eventId']);
	const withTable = ['Not Seen Yet', 'Note It Down', 'Forget Old Results'];
	const { id: common } = await world.imported(
		'never-miss-a-score',
		Object.fromEntries(withTable.map((name) => [name, { dataTableId: table.choice }])),
		[
			...withTable.flatMap((name) =>
				['value', 'cachedResultName'].map((field) => `${name}.parameters.dataTableId.${field}`),
			),
			'Post to Slack.credentials',
		],
	);
	const chosen = { workflowId: { __rl: true, mode: 'list', value: common, cachedResultName: 'Never Miss a Score' } };
	const chosenPaths = ['Hand Over.parameters.workflowId.value', 'Hand Over.parameters.workflowId.cachedResultName'];
	const { id: webhook } = await world.imported('never-miss-a-score-webhook', { 'Hand Over': chosen }, [
		'New Score.credentials',
		'New Score.webhookId',
		...chosenPaths,
	]);
	const { id: poll } = await world.imported(
		'never-miss-a-score-poll',
		// Minutes would be a long test.
		{
			'Hand Over': chosen,
			'New Score': { pollTimes: { item: everySeconds(10) } },
			'Let the Webhook Go First': { amount: 20 },
		},
		[
			'New Score.credentials',
			'New Score.parameters.pollTimes.item',
			'Let the Webhook Go First.parameters.amount',
			...chosenPaths,
		],
	);
	// n8n's 1.x line starts a workflow that another one calls as it is saved, and publishes none without a trigger of its own.
	if (chosenGeneration(process.env) === 'v2') await world.publish(common);
	await world.publish(poll);
	await world.publish(webhook);

	const people = await world.finished('speaking', SCORES);
	for (const { userAssessmentId } of people.slice(0, SCORES / 2)) await control.score({ userAssessmentId });
	await world.executions(webhook, SCORES / 2);
	await control.registerWebhook({ url: 'https://other.example.com/hook' });
	for (const { userAssessmentId } of people.slice(SCORES / 2)) await control.score({ userAssessmentId });

	const told = () => world.slackMessages().slice(before);
	await expect.poll(() => new Set(told()).size, { timeout: 180_000, interval: 1_000 }).toBe(SCORES);
	// Every hand-over that is still under way ends before the messages are counted.
	const polled = await world.playground.api.executions.list({ workflowId: poll });
	await world.executions(poll, polled.length);
	expect(told()).toHaveLength(SCORES);
	const names = people.map(({ givenName, surname }) => `${givenName} ${surname}`);
	expect(
		told()
			.map((text) => text.split(' scored ', 1).join())
			.sort(),
	).toEqual(names.sort());
	expect(await table.rows()).toHaveLength(SCORES);
	// A step that fails for one, and is repeated, is repeated for that one alone.
	for (const execution of await world.executions(common, SCORES)) {
		expect(execution.items('When a Score Comes')).toHaveLength(1);
	}
	// What the first of the month does: only what is half a year old goes.
	expect((await world.playground.api.workflows.run(common, { trigger: 'Every Month' })).error()).toBeUndefined();
	expect(await table.rows()).toHaveLength(SCORES);
	await control.deleteWebhook();
}
