import { expect } from 'vitest';

import type { World } from '../support/world.ts';

export async function oneWebhookSeveralWorkflows(world: World): Promise<void> {
	const { control } = world.playground.simulator;
	const receivers = await Promise.all([1, 2, 3].map(async () => await world.imported('fan-out-receiver')));
	const names = ['Start the first', 'Start the second', 'Start the third'];
	const choose = (index: number) => ({
		workflowId: { __rl: true, mode: 'list', value: receivers[index]?.id, cachedResultName: 'Steps' },
	});
	const { id } = await world.imported(
		'one-webhook-several-workflows',
		Object.fromEntries(names.map((name, index) => [name, choose(index)])),
	);
	// n8n's 1.x line starts a workflow that another one calls as it is saved, and has nothing to publish in it.
	for (const { id: receiver } of receivers) await world.publish(receiver, 'v2');
	await world.publish(id);

	const people = await world.finished('speaking', 3);
	// What needs a review is no score.
	const [reviewed] = await world.finished('speaking', 1);
	await control.score({ userAssessmentId: reviewed?.userAssessmentId ?? '', overrides: { status: 'NeedsReview' } });
	const overrides = { status: 'Completed' };
	await control.score({ userAssessmentId: reviewed?.userAssessmentId ?? '', overrides, sendEvent: false });
	for (const { userAssessmentId } of people.slice(0, 2)) await control.score({ userAssessmentId });
	const seenBy = async (workflowId: string, count: number) =>
		(await world.executions(workflowId, count))
			.flatMap((execution) => execution.items('Your nodes'))
			.map(({ json }) => /"userAssessmentId":"(.+?)"/.exec(JSON.stringify(json.data))?.[1])
			.sort();
	const scored = (count: number) => people.slice(0, count).map(({ userAssessmentId }) => userAssessmentId);
	expect((await world.executions(id, 2)).map(({ status }) => status)).toEqual(['success', 'success']);
	for (const workflow of receivers) expect(await seenBy(workflow.id, 2)).toEqual(scored(2).sort());

	const [one, deleted, other] = receivers;
	await world.discard(deleted?.id ?? '');
	await control.score({ userAssessmentId: people[2]?.userAssessmentId ?? '' });
	const [, , incomplete] = await world.executions(id, 3);
	expect(incomplete?.error()?.message).toMatch(/^Not every workflow was started: ./);
	for (const workflow of [one, other]) expect(await seenBy(workflow?.id ?? '', 3)).toEqual(scored(3).sort());
}
