import { expect } from 'vitest';

import { submitForm } from '../support/form.ts';
import { ORGANISER, SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function inviteAndWait(world: World): Promise<void> {
	const { n8n, simulator } = world.playground;
	const { control } = simulator;
	const assessment = (await control.state()).assessments.find(({ kind }) => kind === 'speaking');
	const imported = async (path: string, patience: { resumeAmount?: number; resumeUnit?: string }) =>
		await world.imported(
			'invite-and-wait',
			{
				'Invite Somebody': { path },
				'Assign Assessment': { assessmentId: { __rl: true, mode: 'list', value: assessment?.assessmentId } },
				'E-Mail the Invitation': { fromEmail: SENDER },
				'Wait Until Finished': patience,
				// A quarter of an hour would be a long test.
				'Look Again Later': { amount: 3, unit: 'seconds' },
			},
			[
				'Invite Somebody.credentials',
				'Invite Somebody.parameters.path',
				'Invite Somebody.webhookId',
				'Assign Assessment.credentials',
				'Assign Assessment.parameters.assessmentId.value',
				'E-Mail the Invitation.credentials',
				'E-Mail the Invitation.parameters.fromEmail',
				...Object.keys(patience).map((name) => `Wait Until Finished.parameters.${name}`),
				'Get the Score.credentials',
				'Look Again Later.parameters.amount',
				'Look Again Later.parameters.unit',
				'Post to Slack.credentials',
			],
		);
	const impatient = await imported('invite-for-a-second', { resumeAmount: 1, resumeUnit: 'seconds' });
	await world.publish(impatient.id);
	const late = { url: n8n.url, path: 'invite-for-a-second', login: ORGANISER };
	expect((await submitForm(late, ['nina@example.com', 'Nina', 'Never'])).status).toBe(200);

	const { id } = await imported('invite-for-long', {});
	await world.publish(id);
	const email = 'wanda@example.com';
	const form = { url: n8n.url, path: 'invite-for-long', login: ORGANISER };
	expect((await submitForm(form, [email, 'Wanda', 'Waits'])).status).toBe(200);
	await expect.poll(() => world.mailbox.to(email), { timeout: 20_000 }).toHaveLength(1);

	// The person opens the link, finishes, and is sent back.
	const link = /http\S+/.exec(world.mailbox.to(email)[0]?.text ?? '')?.[0] ?? '';
	const page = await (await fetch(link)).text();
	const returnUrl = /you return to (\S+?)\.?<\//.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
	const [assigned] = (await control.user({ emailAddress: email })).assignments;
	const userAssessmentId = assigned?.userAssessmentId ?? '';
	await control.start({ userAssessmentId });
	await control.finish({ userAssessmentId });
	const back = await fetch(returnUrl);
	expect([back.status, await back.text()]).toEqual([200, expect.stringContaining('Thank you')]);

	const looks = async () => (await control.requests({ endpoint: '/score' })).length;
	const before = await looks();
	await expect.poll(looks, { timeout: 30_000 }).toBeGreaterThan(before + 1);
	await control.score({ userAssessmentId, score: 8.5, sendEvent: false });
	await world.executions(id, 1);
	expect(world.slackMessages().at(-1)).toBe(`Wanda Waits scored 8.5 in ${assessment?.name}`);

	// n8n looks once a minute whose time is up.
	await world.executions(impatient.id, 1);
	expect(world.slackMessages().at(-1)).toBe(`Nina Never did not finish ${assessment?.name} in time`);
}
