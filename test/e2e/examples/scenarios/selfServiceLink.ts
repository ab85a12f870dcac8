import { expect } from 'vitest';

import { submitForm } from '../support/form.ts';
import type { World } from '../support/world.ts';

export async function selfServiceLink(world: World): Promise<void> {
	const { n8n, simulator } = world.playground;
	const person = { email: 'lost@example.com', uniqueIdentifier: 'k7-43w-p9q' };
	await simulator.control.addUser(person);
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
	const found = link.exec(await ask('LOST@example.com ', ` ${person.uniqueIdentifier}`))?.[0] ?? '';
	expect((await fetch(found)).status).toBe(200);

	for (const [email, code] of [
		['other@example.com', person.uniqueIdentifier],
		[person.email, 'k7-43w-p9z'],
	] as const) {
		const page = await ask(email, code);
		expect(page).toContain('We could not find you');
		expect(page).not.toMatch(link);
	}
}
