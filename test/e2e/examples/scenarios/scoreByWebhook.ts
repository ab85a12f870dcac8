import { expect } from 'vitest';

import type { World } from '../support/world.ts';

export async function scoreByWebhook(world: World): Promise<void> {
	const { control } = world.playground.simulator;
	const before = world.slackMessages().length;
	const { id } = await world.imported('score-by-webhook');
	await world.publish(id);
	const [[speaker], [reviewed]] = [await world.finished('speaking', 1), await world.finished('placement', 1)];
	if (speaker === undefined || reviewed === undefined) throw new Error('The simulator made no users');
	for (const score of [7.5, 8]) {
		await control.score({ userAssessmentId: speaker.userAssessmentId, score });
		await control.idle();
	}
	await control.score({ userAssessmentId: reviewed.userAssessmentId, overrides: { status: 'NeedsReview' } });
	// No other test is to count it as a score.
	const overrides = { status: 'Completed' };
	await control.score({ userAssessmentId: reviewed.userAssessmentId, overrides, sendEvent: false });
	const name = `${speaker.givenName} ${speaker.surname}`;
	expect(await world.executions(id, 3)).toHaveLength(3);
	// Two executions: either may be the first to reach Slack.
	expect(world.slackMessages().slice(before).sort()).toEqual([
		`${name} scored 7.5 in ${speaker.assessmentName}`,
		`${name} scored 8 in ${speaker.assessmentName}`,
	]);
}
