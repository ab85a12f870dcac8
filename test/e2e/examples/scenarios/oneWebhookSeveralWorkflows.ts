import { expect } from 'vitest';

import type { World } from '../support/world.ts';

export async function oneWebhookSeveralWorkflows(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const receivers = await Promise.all([1, 2, 3].map(async () => await world.imported('fan-out-receiver', {}, [])));
	const names = ['Start the First', 'Start the Second', 'Start the Third'];
	const choose = (index: number) => ({
		workflowId: { __rl: true, mode: 'list', value: receivers[index]?.id, cachedResultName: 'Steps' },
	});
	const { id } = await world.imported(
		'one-webhook-several-workflows',
		Object.fromEntries(names.map((name, index) => [name, choose(index)])),
		[
			'New Score.credentials',
			'New Score.webhookId',
			...names.flatMap((name) => [
				`${name}.parameters.workflowId.value`,
				`${name}.parameters.workflowId.cachedResultName`,
			]),
		],
	);
	for (const workflow of receivers) await world.publish(workflow.id);
	await world.publish(id);

	const people = await world.finished('speaking', 3);
	for (const { userAssessmentId } of people.slice(0, 2)) await control.score({ userAssessmentId });
	const seen = async (workflowId: string, count: number) =>
		(await world.executions(workflowId, count))
			.flatMap((execution) => execution.items('Your Steps'))
			.map(({ json }) => json.data)
			.map((data) => JSON.stringify(data));
	const about = (count: number): unknown[] =>
		people.slice(0, count).map(({ userAssessmentId }): unknown => expect.stringContaining(userAssessmentId));
	expect((await world.executions(id, 2)).map(({ status }) => status)).toEqual(['success', 'success']);
	for (const workflow of receivers) expect((await seen(workflow.id, 2)).sort()).toEqual(about(2).sort());

	const [first, second, third] = receivers;
	await api.workflows.delete(second?.id ?? '');
	await control.score({ userAssessmentId: people[2]?.userAssessmentId ?? '' });
	const [, , incomplete] = await world.executions(id, 3);
	expect(incomplete?.error()?.message).toMatch(/^Not every workflow was started: ./);
	for (const workflow of [first, third]) expect(await seen(workflow?.id ?? '', 3)).toEqual(about(3));
}
