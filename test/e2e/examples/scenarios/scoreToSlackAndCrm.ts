import { expect } from 'vitest';

import { everySeconds } from '../../pollTrigger/workflows.ts';
import { HUBSPOT_TOKEN, SLACK_TOKEN } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function scoreToSlackAndCrm(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported('score-to-slack-and-crm', {
		'New scores': { pollTimes: { item: everySeconds(2) } },
	});
	await world.publish(id);
	const [[speaker], [placed]] = [await world.finished('speaking', 1), await world.finished('placement', 1)];
	if (speaker === undefined || placed === undefined) throw new Error('The simulator made no users');
	const message = (user: typeof speaker, score: string) =>
		`${user.givenName} ${user.surname} scored ${score} in ${user.assessmentName}`;
	const contact = (user: typeof speaker, score: string) => ({
		method: 'POST',
		path: `/contacts/v1/contact/createOrUpdate/email/${user.email}`,
		authorization: `Bearer ${HUBSPOT_TOKEN}`,
		// The contact's own names stay as they are.
		body: {
			properties: [
				{ property: 'assessment_name', value: user.assessmentName },
				{ property: 'assessment_score', value: score },
				{ property: 'assessment_level', value: expect.stringMatching(/\w/) },
			],
		},
	});
	const contacts = () => world.apps.calls('api.hubapi.com');
	await control.score({ userAssessmentId: speaker.userAssessmentId, score: 7.5, sendEvent: false });
	await expect.poll(contacts).toEqual([contact(speaker, '7.5')]);
	expect(world.apps.calls('slack.com')).toMatchObject([
		{
			path: '/api/chat.postMessage',
			authorization: `Bearer ${SLACK_TOKEN}`,
			body: { channel: '#language-assessments', text: message(speaker, '7.5') },
		},
	]);

	// Somebody without an email address is told to Slack, and no contact is made.
	const { userId } = await control.addUser({ givenName: 'Noor', surname: 'Nomail', uniqueIdentifier: 'no-mail' });
	const [assessment] = (await control.state()).assessments;
	const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	await control.score({ userAssessmentId, sendEvent: false });
	await expect.poll(world.slackMessages).toEqual([expect.any(String), expect.stringContaining('Noor Nomail scored ')]);

	// The CRM is not to be reached. Once it is, Retry brings the contact, and Slack is not told again.
	world.apps.fail('api.hubapi.com', true);
	await control.score({ userAssessmentId: placed.userAssessmentId, score: 640, sendEvent: false });
	const failed = async () => await api.executions.list({ workflowId: id, status: ['error'] });
	await expect.poll(failed).toHaveLength(1);
	world.apps.fail('api.hubapi.com', false);
	const [execution] = await failed();
	await api.session.request('POST', `/executions/${execution?.id}/retry`, { loadWorkflow: false });
	await expect.poll(contacts).toEqual([contact(speaker, '7.5'), contact(placed, '640')]);
	expect(world.slackMessages().slice(2)).toEqual([message(placed, '640')]);
}
