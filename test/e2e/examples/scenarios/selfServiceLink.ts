import { expect } from 'vitest';

import { submitForm } from '../support/form.ts';
import type { World } from '../support/world.ts';

export async function selfServiceLink(world: World): Promise<void> {
	const { n8n, simulator } = world.playground;
	const person = { email: 'lost@example.com', uniqueIdentifier: 'k7-43w-p9q' };
	const { control } = simulator;
	const { userId } = await control.addUser(person);
	const [done, first, begun] = (await control.state()).assessments;
	const assign = async (assessmentId = '') => await control.assign({ userId, assessmentId });
	const { id, webhookId } = await world.imported('self-service-link', {}, [
		'Ask for a Link.webhookId',
		'Find the Person.credentials',
		'Make a Link.credentials',
		// The completion pages of a form have addresses of their own.
		'Go to the Assessment.webhookId',
		'Not Found.webhookId',
	]);
	await world.publish(id);

	/** Fills in the form as a browser does, and gives the page that comes after it. */
	const ask = async (email: string, code: string): Promise<string> => {
		const form = { url: n8n.url, path: webhookId.split(',', 1).join() };
		const answer: unknown = await (await submitForm(form, [email, code])).json();
		const next = /"formWaitingUrl":"(.+?)"/.exec(JSON.stringify(answer))?.[1] ?? '';
		const status = next.replace(/(\?|$)/, '/n8n-execution-status$1');
		await expect.poll(async () => await (await fetch(status)).text(), { timeout: 20_000 }).toContain('form-waiting');
		const page = await fetch(next, { redirect: 'manual' });
		return page.headers.get('location') ?? (await page.text());
	};
	const link = new RegExp(`${simulator.baseHost}/sign-in/[\\w-]+`);
	/** What the person sees who follows the link. */
	const arrive = async () => {
		const found = link.exec(await ask('LOST@example.com ', ` ${person.uniqueIdentifier}`))?.[0] ?? '';
		return await (await fetch(found)).text();
	};
	await control.score({ userAssessmentId: (await assign(done?.assessmentId)).userAssessmentId, sendEvent: false });
	expect(await arrive()).toContain('signed in to your dashboard');
	await assign(first?.assessmentId);
	expect(await arrive()).toContain(`signed in to ${first?.name}`);
	await control.start({ userAssessmentId: (await assign(begun?.assessmentId)).userAssessmentId });
	expect(await arrive()).toContain(`signed in to ${begun?.name}`);

	for (const [email, code] of [
		['other@example.com', person.uniqueIdentifier],
		[person.email, 'k7-43w-p9z'],
	] as const) {
		const page = await ask(email, code);
		expect(page).toContain('We could not find you');
		expect(page).not.toMatch(link);
	}
}
