import PostalMime from 'postal-mime';
import { expect } from 'vitest';

import { asObject, textOf } from '../../../../playground/api/json.ts';
import { GOOGLE_TOKEN } from '../support/world.ts';
import type { World } from '../support/world.ts';

const DAY_MS = 86_400_000;

export async function inviteFromGoogleSheets(world: World): Promise<void> {
	const { apps, spreadsheet, sheetsWhenMailed } = world;
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const [{ assessmentId = '' } = {}] = (await control.state()).assessments;
	const assign = async (email: string, assignedAt = Date.now()) => {
		const { userId } = await control.addUser({ email });
		return await control.assign({ userId, assessmentId, assignedAt });
	};
	await assign('ivy@example.com');
	const { userAssessmentId: done } = await assign('kim@example.com', Date.now() - 30 * DAY_MS);
	await control.score({ userAssessmentId: done, completed: Date.now() - 29 * DAY_MS, sendEvent: false });
	const sheets = ['Read the sheet', 'Save the links', 'Save the results'];
	const { id } = await world.imported('invite-from-google-sheets', {
		...Object.fromEntries(sheets.map((name) => [name, spreadsheet.choice])),
		'Assign assessment': { assessmentId: { __rl: true, mode: 'list', value: assessmentId } },
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
				const link = /http\S+/.exec(text)?.[0] ?? '';
				return { to: to?.[0]?.address, link, greeting: text.split('\n')[0] };
			}),
		);
	};
	const run = async () => {
		expect((await api.workflows.run(id, { trigger: 'Every hour' })).error()).toBeUndefined();
		return spreadsheet.rows();
	};
	const assigned = async (email: string) => (await control.user({ emailAddress: email })).assignments;

	spreadsheet.write([
		['Email', 'First Name', 'Last Name'],
		['jan@example.com', 'Jan', 'Link-Lost'],
		['fay@example.com', 'Fay', 'Łubieńska'],
		['', 'Gus', 'Nowhere'],
		['Hal@example.com', 'Hal', 'O’Neill'],
		['ivy@example.com', 'Ivy', 'Elsewhere'],
		['fay@example.com', 'Fay', 'Again'],
		['kim@example.com', 'Kim', 'Finished'],
		['lea at example.com', 'Lea', 'Typo'],
	]);
	// Jan is assigned, and the answer with the link is lost.
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true } });
	// Gmail can't be reached.
	apps.fail('www.googleapis.com', true);
	const link = expect.stringMatching(/^http/);
	const columns = ['Email', 'First Name', 'Last Name', 'Link', 'Assignment', 'Problem', 'Mailed'];
	const [header, jan, fay, gus, hal, ivy, again, kim, lea] = await run();
	expect([...(header ?? [])].sort()).toEqual([...columns].sort());
	const at = (row: string[] | undefined, column: string) => row?.[(header ?? []).indexOf(column)] ?? '';
	for (const row of [gus, again]) expect(row?.slice(3).join('')).toBe('');
	for (const row of [fay, hal]) {
		expect(at(row, 'Link')).toEqual(link);
		expect(at(row, 'Problem')).not.toBe('');
	}
	for (const row of [ivy, jan]) {
		expect(at(row, 'Problem')).toContain("Not invited: already has this assessment, and its link isn't stored here");
		expect(at(row, 'Link')).toBe('');
	}
	expect(at(kim, 'Problem')).toMatch(/^Not invited: finished this assessment on 20\d\d-\d\d-\d\d$/);
	expect(at(lea, 'Problem')).toContain('emailAddress is not an e-mail address');
	for (const row of [fay, hal, ivy, jan, kim, lea]) expect(at(row, 'Mailed')).toBe('');
	expect(await assigned('jan@example.com')).toHaveLength(1);
	expect(await mails()).toEqual([]);

	// An hour later Gmail can be reached, and the row has an email address.
	apps.fail('www.googleapis.com', false);
	spreadsheet.write(spreadsheet.rows().map((row, index) => (index === 3 ? row.with(0, 'gus@example.com') : row)));
	const [titles = [], ...rows] = await run();
	const people = rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
	const Assignment = expect.any(String);
	const mailed = { Assignment, Mailed: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/), Problem: '' };
	const untouched = { Link: '', Assignment: '', Mailed: '', Problem: '' };
	expect(people).toEqual([
		expect.objectContaining({ Email: 'jan@example.com', Link: '', Mailed: '' }),
		{ Email: 'fay@example.com', 'First Name': 'Fay', 'Last Name': 'Łubieńska', Link: at(fay, 'Link'), ...mailed },
		{ Email: 'gus@example.com', 'First Name': 'Gus', 'Last Name': 'Nowhere', Link: link, ...mailed },
		{ Email: 'Hal@example.com', 'First Name': 'Hal', 'Last Name': 'O’Neill', Link: at(hal, 'Link'), ...mailed },
		expect.objectContaining({ Email: 'ivy@example.com', Link: '', Mailed: '' }),
		{ Email: 'fay@example.com', 'First Name': 'Fay', 'Last Name': 'Again', ...untouched },
		expect.objectContaining({ Email: 'kim@example.com', Link: '', Mailed: '' }),
		expect.objectContaining({ Email: 'lea at example.com', Link: '', Mailed: '' }),
	]);
	expect((await mails()).sort((one, other) => String(one.greeting).localeCompare(String(other.greeting)))).toEqual(
		people.slice(1, 4).map((person) => ({
			to: person.Email,
			link: person.Link,
			greeting: `Hi ${String(person['First Name'])},`,
		})),
	);
	// Each link was in the sheet before the first email was sent.
	for (const { Link } of people.slice(1, 4)) expect(sheetsWhenMailed[0]?.flat()).toContain(Link);
	for (const { Email, Link } of people.slice(1, 4)) {
		expect(await assigned(String(Email))).toHaveLength(1);
		expect((await fetch(String(Link))).status).toBe(200);
	}

	// When people have finished, they aren't assigned again, even if their cell is cleared to try again.
	const finished = ['fay@example.com', 'ivy@example.com', 'jan@example.com'];
	for (const email of finished) {
		const [userAssessment] = await assigned(email);
		await control.score({ userAssessmentId: userAssessment?.userAssessmentId ?? '', sendEvent: false });
	}
	spreadsheet.write(
		spreadsheet.rows().map((row) => (row[0] === 'ivy@example.com' ? row.with(titles.indexOf('Problem'), '') : row)),
	);
	const after = await run();
	expect(after.find(([email]) => email === 'ivy@example.com')?.join()).toContain('Not invited: finished');
	for (const email of finished) expect(await assigned(email), email).toHaveLength(1);
	expect(await mails()).toEqual([]);
}
