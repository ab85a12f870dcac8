import { expect } from 'vitest';

import { importDataTable } from '../support/dataTable.ts';
import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const DAY_MS = 86_400_000;

/** Days from now, negative for the past. */
interface Invited {
	name: string;
	assigned: number;
	expires: number;
	started?: boolean;
	hasLink?: boolean;
}

const invited: readonly Invited[] = [
	{ name: 'refused', assigned: -4, expires: 20 },
	{ name: 'idle', assigned: -4, expires: 20 },
	{ name: 'ending', assigned: -1, expires: 1, started: true },
	{ name: 'fresh', assigned: -1, expires: 20 },
	{ name: 'busy', assigned: -4, expires: 20, started: true },
	{ name: 'over', assigned: -9, expires: -1 },
	{ name: 'unknown', assigned: -4, expires: 20, hasLink: false },
];

const addressOf = (name: string) => `${name}@open.example.com`;

export async function remindOpenInvitations(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const table = await importDataTable(api, 'invitations');
	// People were invited from both, so both nodes are active.
	const { id } = await world.imported(
		'remind-open-invitations',
		{
			'Look up the link': { dataTableId: table.choice },
			'Look up the row': world.spreadsheet.choice,
			'Email the reminder': { fromEmail: SENDER },
		},
		['Look up the row'],
	);
	const sheet = [['Email', 'Link', 'Assignment']];
	const [assessment, another] = (await control.state()).assessments;
	for (const { name, assigned, expires, started = false, hasLink = true } of invited) {
		const email = addressOf(name);
		const { userId } = await control.addUser({ email, givenName: name });
		const { userAssessmentId } = await control.assign({
			userId,
			assessmentId: assessment?.assessmentId ?? '',
			assignedAt: Date.now() + assigned * DAY_MS,
			expiresAt: Date.now() + expires * DAY_MS,
		});
		if (started) await control.start({ userAssessmentId, at: Date.now() - DAY_MS / 2 });
		const link = `https://assess.example.com/${name}`;
		if (name === 'ending') sheet.push([email, link, userAssessmentId]);
		else if (hasLink) await table.insert([{ email, link, userAssessmentId }]);
		// What somebody was assigned elsewhere has another link.
		if (name !== 'idle') continue;
		await control.assign({
			userId,
			assessmentId: another?.assessmentId ?? '',
			assignedAt: Date.now() + assigned * DAY_MS,
			expiresAt: Date.now() + expires * DAY_MS,
		});
	}
	world.spreadsheet.write(sheet);
	const refused = addressOf('refused');
	world.mailbox.refuse(refused, true);
	const remind = async (told: unknown) => {
		expect((await api.workflows.run(id, { trigger: 'Every morning' })).error()?.message).toEqual(told);
		return invited.flatMap(({ name }) => world.mailbox.to(addressOf(name)).map(({ subject }) => `${name}: ${subject}`));
	};
	const once = ['idle: Reminder: your language assessment', 'ending: Your language assessment expires soon'];
	const failure = expect.stringMatching(
		/^These people didn't get a reminder: refused@open\.example\.com: [^;]*No such mailbox[^;]*$/,
	);
	expect(await remind(failure)).toEqual(once);
	expect(world.mailbox.to(addressOf('idle'))[0]?.text).toMatch(
		/^Hi idle,\n\nThis is a friendly reminder to complete your .+ assessment\. Here's your personal link:\n\nhttps:\/\/assess\.example\.com\/idle/,
	);
	expect(world.mailbox.to(addressOf('ending'))[0]?.text).toMatch(
		/It's available until \w+ \d+, \d+:\d\d [AP]M \(.+\)\. Here's your personal link:\n\nhttps:\/\/assess\.example\.com\/ending/,
	);
	expect(await remind(undefined)).toEqual(once);
}
