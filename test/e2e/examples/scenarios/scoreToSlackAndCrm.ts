import { expect } from 'vitest';

import { HUBSPOT_TOKEN } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function scoreToSlackAndCrm(world: World): Promise<void> {
	const { api, simulator, kill9, restart } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported(
		'score-to-slack-and-crm',
		{
			'Update HubSpot Contact': { url: `${world.receiver.url}/crm` },
			'Post to Slack': { url: `${world.receiver.url}/slack` },
		},
		[
			'New Score.credentials',
			'New Score.webhookId',
			'Update HubSpot Contact.credentials',
			'Update HubSpot Contact.parameters.url',
			'Post to Slack.parameters.url',
		],
	);
	await world.publish(id);
	const [speaker, placed] = [(await world.finished('speaking', 1))[0], (await world.finished('placement', 1))[0]];
	if (speaker === undefined || placed === undefined) throw new Error('The simulator made no users');
	await control.score({ userAssessmentId: speaker.userAssessmentId, score: 7.5 });
	await world.executions(id, 1);
	const { deliveryId } = await control.score({ userAssessmentId: placed.userAssessmentId, score: 640 });
	await world.executions(id, 2);

	const contact = (user: typeof speaker, score: string) => ({
		authorization: `Bearer ${HUBSPOT_TOKEN}`,
		body: {
			inputs: [
				{
					idProperty: 'email',
					id: user.email,
					properties: {
						email: user.email,
						firstname: user.givenName,
						lastname: user.surname,
						assessment_name: user.assessmentName,
						assessment_score: score,
						assessment_level: expect.stringMatching(/\w/),
					},
				},
			],
		},
	});
	const message = (user: typeof speaker, score: string) =>
		`${user.givenName} ${user.surname} scored ${score} in ${user.assessmentName}`;
	const messages = [message(speaker, '7.5'), message(placed, '640')];
	const told = () => world.receiver.at('/slack').map(({ body }) => body);
	expect(world.receiver.at('/crm')).toMatchObject([contact(speaker, '7.5'), contact(placed, '640')]);
	expect(told()).toEqual(messages.map((text) => ({ text })));

	// With its process, the trigger itself forgets what it has handled.
	await kill9();
	await restart();
	await control.redeliver({ deliveryId: deliveryId ?? 0 });
	const [, , again] = await world.executions(id, 3);
	expect(again?.items('New Score')).toHaveLength(1);
	expect(again?.items('Only Once')).toEqual([]);
	expect(world.receiver.at('/crm')).toHaveLength(2);
	expect(told()).toHaveLength(2);

	await control.score({ userAssessmentId: placed.userAssessmentId, score: 700 });
	await world.executions(id, 4);
	expect(told().at(-1)).toEqual({ text: message(placed, '700') });

	// What the first of the month does: what was known comes through again.
	await api.workflows.run(id, { trigger: 'Every Month' });
	const [first] = await control.deliveries();
	await control.redeliver({ deliveryId: first?.deliveryId ?? 0 });
	await world.executions(id, 6);
	expect(told().at(-1)).toEqual({ text: message(speaker, '7.5') });
}
