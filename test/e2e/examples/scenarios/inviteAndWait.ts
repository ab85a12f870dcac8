import { expect } from 'vitest';

import { submitForm } from '../support/form.ts';
import { ORGANISER, SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function inviteAndWait(world: World): Promise<void> {
	const { api, n8n, simulator } = world.playground;
	const { control } = simulator;
	const assessment = (await control.state()).assessments.find(({ kind }) => kind === 'speaking');
	/** Two such workflows in one n8n need two addresses to return to. */
	const published = async (own: { path?: string }, patience: { resumeAmount?: number; resumeUnit?: string }) => {
		const { id, webhookId } = await world.imported(
			'invite-and-wait',
			{
				'The Person Has Finished': own,
				'Assign Assessment': { assessmentId: { __rl: true, mode: 'list', value: assessment?.assessmentId } },
				'E-Mail the Invitation': { fromEmail: SENDER },
				'Wait Until Finished': patience,
				// A quarter of an hour would be a long test.
				'Look Again Later': { amount: 3, unit: 'seconds' },
			},
			[
				'Invite Somebody.credentials',
				'Invite Somebody.webhookId',
				'Assign Assessment.credentials',
				'Assign Assessment.parameters.assessmentId.value',
				'E-Mail the Invitation.credentials',
				'E-Mail the Invitation.parameters.fromEmail',
				...Object.keys(patience).map((name) => `Wait Until Finished.parameters.${name}`),
				'Get the Score.credentials',
				...Object.keys(own).map((name) => `The Person Has Finished.parameters.${name}`),
				'The Person Has Finished.webhookId',
				'Look Again Later.parameters.amount',
				'Look Again Later.parameters.unit',
				'Post to Slack.credentials',
			],
		);
		await world.publish(id);
		const [form = ''] = webhookId.split(',');
		const invite = async (fields: readonly string[]) =>
			expect((await submitForm({ url: n8n.url, path: form, login: ORGANISER }, fields)).status).toBe(200);
		return { id, invite };
	};
	const forASecond = await published({ path: 'finished-soon' }, { resumeAmount: 1, resumeUnit: 'seconds' });
	await forASecond.invite(['nina@example.com', 'Nina', 'Never']);
	await expect.poll(() => world.mailbox.to('nina@example.com'), { timeout: 20_000 }).toHaveLength(1);
	const { id, invite } = await published({}, {});

	// Lena is assigned, and the answer with the link is lost: no mail, no waiting.
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true } });
	const lena = 'lena@example.com';
	await invite([lena, 'Lena', 'Link-Lost']);
	const statuses = async () => (await api.executions.list({ workflowId: id })).map(({ status }) => status);
	await expect.poll(statuses, { timeout: 30_000 }).toEqual(['error']);
	const [withoutLink] = await world.executions(id, 1);
	expect(withoutLink?.error()?.message).toContain(`${lena} is assigned, but`);
	expect((await control.user({ emailAddress: lena })).assignments).toHaveLength(1);
	expect(world.mailbox.to(lena)).toEqual([]);

	const email = 'wanda@example.com';
	await invite([email, 'Wanda', 'Waits']);
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
	const told = (text: string) =>
		expect.poll(() => world.slackMessages(), { timeout: 90_000, interval: 500 }).toContain(text);
	await told(`Wanda Waits scored 8.5 in ${assessment?.name}`);
	// n8n looks once a minute whose time is up.
	await told(`Nina Never did not finish ${assessment?.name} in time`);
}
