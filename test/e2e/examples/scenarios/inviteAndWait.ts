import { expect } from 'vitest';

import { importDataTable } from '../support/dataTable.ts';
import { submitForm } from '../support/form.ts';
import { ORGANISER, SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

/** Takes a minute: n8n looks no more often whose time is up. What comes then would disturb the examples after it. */
export async function inviteAndWait(world: World): Promise<void> {
	const { api, n8n, simulator } = world.playground;
	const { control } = simulator;
	const assessment = (await control.state()).assessments.find(({ kind }) => kind === 'speaking');
	const table = await importDataTable(api, 'invitations');
	const published = async (days: { resumeAmount?: number; resumeUnit?: string }) => {
		const { id, webhookId } = await world.imported('invite-and-wait', {
			'Assign assessment': { assessmentId: { __rl: true, mode: 'list', value: assessment?.assessmentId } },
			'Email the invitation': { fromEmail: SENDER },
			'Save the link': { dataTableId: table.choice },
			'Wait until finished': days,
			'Wait before next check': { amount: 1, unit: 'seconds' },
		});
		await world.publish(id);
		const [path = ''] = webhookId.split(',');
		const invite = async (fields: readonly string[]) =>
			expect((await submitForm({ url: n8n.url, path, login: ORGANISER }, fields)).status).toBe(200);
		return { id, invite };
	};
	// Two of them in one n8n don't disturb each other.
	const forASecond = await published({ resumeAmount: 1, resumeUnit: 'seconds' });
	await forASecond.invite(['nina@example.com', 'Nina', 'Never']);
	await expect.poll(() => world.mailbox.to('nina@example.com')).toHaveLength(1);
	const { id, invite } = await published({});

	// Lena is assigned, and the answer with the link is lost: no mail, no waiting.
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true } });
	const lena = 'lena@example.com';
	await invite([lena, 'Lena', 'Link-Lost']);
	const statuses = async () => (await api.executions.list({ workflowId: id })).map(({ status }) => status);
	await expect.poll(statuses).toEqual(['error']);
	const [withoutLink] = await world.executions(id, 1);
	expect(withoutLink?.error()?.message).toContain(`${lena} has the assessment now, but the reusable link is missing`);
	expect((await control.user({ emailAddress: lena })).assignments).toHaveLength(1);
	expect(world.mailbox.to(lena)).toEqual([]);

	const email = 'wanda@example.com';
	await invite([email, 'Wanda', 'Waits']);
	await expect.poll(() => world.mailbox.to(email)).toHaveLength(1);

	// The person opens the link, finishes, and is sent back.
	const [{ userAssessmentId = '' } = {}] = (await control.user({ emailAddress: email })).assignments;
	const text = world.mailbox.to(email)[0]?.text ?? '';
	expect(text).toMatch(/^Hi Wanda,\n\nWe'd like to invite you/);
	const link = /http\S+/.exec(text)?.[0] ?? '';
	expect(await table.rows()).toContainEqual(expect.objectContaining({ email, link, userAssessmentId }));
	const returnUrl = /you return to (\S+)\.$/.exec(await (await fetch(link)).text())?.[1] ?? '';
	await control.start({ userAssessmentId });
	// The service would visit the address by itself: this is the person's browser.
	await control.configure({ visitReturnUrl: 'never' });
	await control.finish({ userAssessmentId });
	// n8n answers 409 until the execution waits.
	const back = async () => {
		const response = await fetch(returnUrl);
		return [response.status, await response.text()];
	};
	await expect.poll(back).toEqual([200, expect.stringContaining('Thank you')]);

	const looks = async () => (await control.requests({ endpoint: '/score' })).length;
	const before = await looks();
	await expect.poll(looks).toBeGreaterThan(before + 1);
	await control.score({ userAssessmentId, score: 8.5, sendEvent: false });
	const told = async (text: string) => await expect.poll(world.slackMessages, { timeout: 180_000 }).toContain(text);
	await told(`Wanda Waits scored 8.5 in ${assessment?.name}`);
	await told(`Nina Never didn't finish ${assessment?.name} in time`);
}
