import { expect } from 'vitest';

import { HUBSPOT_TOKEN, SLACK_TOKEN } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function scoreToSlackAndCrm(world: World): Promise<void> {
	const { api, simulator, kill9, restart } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported('score-to-slack-and-crm', {}, [
		'New Score.credentials',
		'New Score.webhookId',
		'Update HubSpot Contact.credentials',
		'Post to Slack.credentials',
	]);
	await world.publish(id);
	const [speaker, placed] = [(await world.finished('speaking', 1))[0], (await world.finished('placement', 1))[0]];
	if (speaker === undefined || placed === undefined) throw new Error('The simulator made no users');
	await control.score({ userAssessmentId: speaker.userAssessmentId, score: 7.5 });
	await world.executions(id, 1);
	const { deliveryId } = await control.score({ userAssessmentId: placed.userAssessmentId, score: 640 });
	await world.executions(id, 2);

	const contact = (user: typeof speaker, score: string) => ({
		method: 'POST',
		path: `/contacts/v1/contact/createOrUpdate/email/${user.email}`,
		authorization: `Bearer ${HUBSPOT_TOKEN}`,
		body: {
			properties: [
				{ property: 'firstname', value: user.givenName },
				{ property: 'lastname', value: user.surname },
				{ property: 'assessment_name', value: user.assessmentName },
				{ property: 'assessment_score', value: score },
				{ property: 'assessment_level', value: expect.stringMatching(/\w/) },
			],
		},
	});
	const message = (user: typeof speaker, score: string) =>
		`${user.givenName} ${user.surname} scored ${score} in ${user.assessmentName}`;
	expect(world.apps.calls('api.hubapi.com')).toEqual([contact(speaker, '7.5'), contact(placed, '640')]);
	expect(world.apps.calls('slack.com')).toMatchObject(
		[message(speaker, '7.5'), message(placed, '640')].map((text) => ({
			path: '/api/chat.postMessage',
			authorization: `Bearer ${SLACK_TOKEN}`,
			body: { channel: '#language-assessments', text },
		})),
	);

	// With its process, the trigger itself forgets what it has handled.
	await kill9();
	await restart();
	await control.redeliver({ deliveryId: deliveryId ?? 0 });
	const [, , again] = await world.executions(id, 3);
	expect(again?.items('New Score')).toHaveLength(1);
	expect(again?.items('Only Once')).toEqual([]);
	expect(world.apps.calls('api.hubapi.com')).toHaveLength(2);
	expect(world.slackMessages()).toHaveLength(2);

	await control.score({ userAssessmentId: placed.userAssessmentId, score: 700 });
	await world.executions(id, 4);
	expect(world.slackMessages().at(-1)).toEqual(message(placed, '700'));

	// Somebody without an e-mail address is told to Slack.
	const { userId } = await control.addUser({ givenName: 'Noor', surname: 'Nomail', uniqueIdentifier: 'no-mail' });
	const [assessment] = (await control.state()).assessments;
	const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	await control.score({ userAssessmentId });
	await world.executions(id, 5);
	expect(world.slackMessages().at(-1)).toContain('Noor Nomail scored ');
	expect(world.apps.calls('api.hubapi.com')).toHaveLength(3);

	// The CRM is not to be reached. Once it is, Retry brings the rest, and all of it once.
	world.apps.fail('api.hubapi.com', true);
	const messages = world.slackMessages().length;
	await control.score({ userAssessmentId: speaker.userAssessmentId, score: 8 });
	const [failed] = (await world.executions(id, 6)).slice(-1);
	expect(failed?.status).toBe('error');
	world.apps.fail('api.hubapi.com', false);
	await api.session.request('POST', `/executions/${failed?.id}/retry`, { loadWorkflow: false });
	await world.executions(id, 7);
	expect(world.apps.calls('api.hubapi.com').slice(3)).toEqual([contact(speaker, '8')]);
	expect(world.slackMessages().slice(messages)).toEqual([message(speaker, '8')]);

	// What the first of the month does: what was known comes through again.
	await api.workflows.run(id, { trigger: 'Every Month' });
	const [first] = await control.deliveries();
	await control.redeliver({ deliveryId: first?.deliveryId ?? 0 });
	await world.executions(id, 9);
	expect(world.slackMessages().at(-1)).toEqual(message(speaker, '7.5'));
}
