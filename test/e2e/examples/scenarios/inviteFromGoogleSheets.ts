import { setTimeout as delay } from 'node:timers/promises';

import PostalMime from 'postal-mime';
import { expect } from 'vitest';

import { asObject, textOf } from '../../../../playground/api/json.ts';
import { GOOGLE_TOKEN } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function inviteFromGoogleSheets(world: World): Promise<void> {
	const { apps, spreadsheet } = world;
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const [assessment] = (await control.state()).assessments;
	const { userId } = await control.addUser({ email: 'ivy@example.com' });
	await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	// What others assign is seen after five seconds; the example before this one has just looked.
	await delay(5_000);
	const sheets = ['Read the Sheet', 'Write It Down', 'Note the Row'];
	const { id } = await world.imported('invite-from-google-sheets', {
		...Object.fromEntries(sheets.map((name) => [name, spreadsheet.choice])),
		Settings: { 'assignments.assignments.assessment.value': assessment?.name },
	});

	/** The emails that Gmail was given since it was last asked. */
	let known = 0;
	const mails = async () => {
		const calls = apps.calls('www.googleapis.com').slice(known);
		known += calls.length;
		return await Promise.all(
			calls.map(async ({ path, authorization, body }) => {
				expect([path, authorization]).toEqual(['/gmail/v1/users/me/messages/send', `Bearer ${GOOGLE_TOKEN}`]);
				const raw = Buffer.from(textOf(asObject(body, 'The message'), 'raw'), 'base64url');
				const { to, text = '' } = await PostalMime.parse(raw);
				return { to: to?.[0]?.address, link: /http\S+/.exec(text)?.[0], greeting: text.split('\n')[0] };
			}),
		);
	};
	const run = async () => {
		expect((await api.workflows.run(id, { trigger: 'Every Hour' })).error()).toBeUndefined();
		return spreadsheet.rows();
	};
	const assigned = async (email: string) => (await control.user({ emailAddress: email })).assignments;

	spreadsheet.write([
		['Email', 'First Name', 'Last Name'],
		['fay@example.com', 'Fay', 'Łubieńska'],
		['', 'Gus', 'Nowhere'],
		['Hal@example.com', 'Hal', 'O’Neill'],
		['ivy@example.com', 'Ivy', 'Elsewhere'],
		['jan@example.com', 'Jan', 'Link-Lost'],
		['fay@example.com', 'Fay', 'Again'],
	]);
	// The first two are assigned and answered; Jan is assigned, and the answer with the link is lost.
	await control.inject({ match: { path: '/assign' }, skip: 2, fault: { kind: 'cut', after: true } });
	// Gmail is not to be reached: nothing is lost.
	apps.fail('www.googleapis.com', true);
	const link = expect.stringMatching(/^http/);
	const columns = ['Email', 'First Name', 'Last Name', 'Link', 'Assignment', 'Problem'];
	const [header, fay, gus, hal, ivy, jan, again] = await run();
	expect([...(header ?? [])].sort()).toEqual([...columns].sort());
	const at = (row: string[] | undefined, column: string) => row?.[(header ?? []).indexOf(column)] ?? '';
	expect(at(gus, 'Problem')).toBe('No email address');
	for (const row of [fay, hal]) {
		expect(at(row, 'Link')).toEqual(link);
		expect(at(row, 'Problem')).not.toBe('');
	}
	for (const row of [ivy, jan]) {
		expect(at(row, 'Problem')).toContain('link is not known');
		expect(at(row, 'Link')).toBe('');
	}
	expect(again?.slice(0, 3)).toEqual(['fay@example.com', 'Fay', 'Again']);
	expect(again?.slice(3).join('')).toBe('');
	expect(await assigned('jan@example.com')).toHaveLength(1);
	expect(await mails()).toEqual([]);

	// An hour later it can be reached, and somebody has mended the row.
	apps.fail('www.googleapis.com', false);
	spreadsheet.write(spreadsheet.rows().map((row, index) => (index === 2 ? row.with(0, 'gus@example.com') : row)));
	const [titles = [], ...rows] = await run();
	const people = rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
	const Assignment = expect.any(String);
	const mailed = { Assignment, Mailed: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/), Problem: '' };
	expect(people).toEqual([
		{ Email: 'fay@example.com', 'First Name': 'Fay', 'Last Name': 'Łubieńska', Link: at(fay, 'Link'), ...mailed },
		{ Email: 'gus@example.com', 'First Name': 'Gus', 'Last Name': 'Nowhere', Link: link, ...mailed },
		{ Email: 'Hal@example.com', 'First Name': 'Hal', 'Last Name': 'O’Neill', Link: at(hal, 'Link'), ...mailed },
		expect.objectContaining({ Email: 'ivy@example.com', Link: '', Mailed: '' }),
		expect.objectContaining({ Email: 'jan@example.com', Link: '', Mailed: '' }),
		{
			Email: 'fay@example.com',
			'First Name': 'Fay',
			'Last Name': 'Again',
			Link: '',
			Assignment: '',
			Mailed: '',
			Problem: '',
		},
	]);
	expect((await mails()).sort((one, other) => String(one.greeting).localeCompare(String(other.greeting)))).toEqual(
		people.slice(0, 3).map((person) => ({
			to: person.Email,
			link: person.Link,
			greeting: `Hello ${String(person['First Name'])},`,
		})),
	);
	for (const { Email, Link } of people.slice(0, 3)) {
		expect(await assigned(String(Email))).toHaveLength(1);
		expect((await fetch(String(Link))).status).toBe(200);
	}

	// When they have finished, nobody is assigned anew, also where somebody empties the cell that says so.
	const finished = ['fay@example.com', 'ivy@example.com', 'jan@example.com'];
	for (const email of finished) {
		const [userAssessment] = await assigned(email);
		await control.score({ userAssessmentId: userAssessment?.userAssessmentId ?? '', sendEvent: false });
	}
	spreadsheet.write(
		spreadsheet.rows().map((row) => (row[0] === 'ivy@example.com' ? row.with(titles.indexOf('Problem'), '') : row)),
	);
	const after = await run();
	expect(after.find(([address]) => address === 'ivy@example.com')).toContain(
		'Has finished this assessment before: not invited',
	);
	for (const email of finished) expect(await assigned(email), email).toHaveLength(1);
	expect(await mails()).toEqual([]);
}
