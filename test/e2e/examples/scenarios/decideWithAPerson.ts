import { expect } from 'vitest';

import { everySeconds } from '../../pollTrigger/workflows.ts';
import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function decideWithAPerson(world: World): Promise<void> {
	const { control } = world.playground.simulator;
	const before = world.apps.calls('slack.com').length;
	const { id } = await world.imported('decide-with-a-person', {
		'New scores': { pollTimes: { item: everySeconds(2) } },
		'Email the invitation': { fromEmail: SENDER },
		'Email the rejection': { fromEmail: SENDER },
	});
	await world.publish(id);
	const people = await world.finished('speaking', 4);
	const subjects = () =>
		people.map(({ email }) =>
			world.mailbox
				.to(email)
				.map(({ subject }) => subject)
				.join(),
		);
	const [yes, no] = ['Invitation to an interview', 'Your application'];
	for (const [index, score] of [7, 6.9, 5, 4.9].entries()) {
		await control.score({ userAssessmentId: people[index]?.userAssessmentId ?? '', score, sendEvent: false });
	}
	await expect.poll(subjects).toEqual([yes, '', '', no]);

	/** Presses a button in the question about this person, as soon as it is asked. */
	const press = async (person: number, approved: boolean) => {
		const { givenName, surname } = people[person] ?? {};
		const question = () =>
			world.apps
				.calls('slack.com')
				.slice(before)
				.map(({ body }) => JSON.stringify(body))
				.find((text) => text.includes(`${givenName} ${surname} scored `)) ?? '';
		await expect.poll(question).toContain('Invite to an interview?');
		const address = new RegExp(`http[^"]+approved=${approved}[^"]*`).exec(question())?.[0] ?? '';
		// n8n doesn't count what a robot opens, and answers 409 as long as it is not waiting yet.
		const open = async () => (await fetch(address, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } })).status;
		await expect.poll(open).toBe(200);
	};
	await press(1, true);
	await press(2, false);
	await expect.poll(subjects).toEqual([yes, yes, no, no]);
}
