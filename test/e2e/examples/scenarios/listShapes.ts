import { excelFile } from '../support/excelFile.ts';
import { csvFile, isEven, lists } from '../support/lists.ts';
import type { World } from '../support/world.ts';

/** Everyone on a list of any shape is invited and emailed once, or reported in the table or in the form. */
export async function listsInASpreadsheet(world: World): Promise<void> {
	const { api, control, expect, mailbox } = world;
	const table = await world.table('invitations');
	const { id, webhookId } = await world.imported('invite-from-spreadsheet', { table });
	await world.publish(id);
	const assigned = async () => (await control.requests({ endpoint: '/assign' })).length;

	let uploads = 0;
	const upload = async (file: File) => {
		const answer = (await (await world.form(webhookId, [file])).json()) as { formSubmittedText: string };
		uploads += 1;
		const last = (await world.executions(id, uploads)).at(-1);
		expect(last?.error()).toBeUndefined();
		return answer;
	};
	for (const list of lists) {
		const { shape, cells, invited = [], reported = {}, refused, told = '' } = list;
		const before = { assigned: await assigned(), rows: (await table.rows()).length };
		const { formSubmittedText: answer } = await upload(csvFile(list));
		if (refused === undefined) {
			expect(answer, shape).toContain("Thank you! We're inviting the people on your list now.");
		} else {
			expect(answer, shape).toMatch(/^No one on this list was invited, because /);
		}
		expect(answer, shape).toContain(refused ?? told);
		const numbers = Object.keys(reported);
		expect(answer.includes('These rows'), shape).toBe(numbers.length > 0);
		if (numbers.length > 0) expect(answer, shape).toContain(`These rows can't be used: ${numbers.join(', ')}.`);

		const problems = Object.entries(reported).map(([row, problem]) => ({
			email: expect.stringMatching(new RegExp(`^row ${row}: `)),
			problem: expect.stringContaining(problem),
		}));
		const emailed = invited.map((email) => ({ email, mailedAt: expect.stringMatching(/^20/), problem: '' }));
		const rows = (await table.rows()).slice(before.rows);
		expect(rows, shape).toEqual(
			expect.arrayContaining([...emailed, ...problems].map((row): unknown => expect.objectContaining(row))),
		);
		expect(rows.length, shape).toBe(emailed.length + problems.length);
		for (const email of invited) expect(mailbox.to(email), `${shape}: ${email}`).toHaveLength(1);
		expect((await assigned()) - before.assigned, shape).toBe(invited.length);
		// No one else got an email.
		for (const cell of cells.flat().filter((text) => /^\S+@\S+$/.test(text) && !invited.includes(text.toLowerCase()))) {
			expect(mailbox.to(cell), cell).toEqual([]);
		}
	}
	// n8n reads only the first sheet.
	expect(
		(await upload(await excelFile(api, [{ Notes: 'The list is on the next sheet' }], 'notes.xlsx'))).formSubmittedText,
	).toContain('the list must be on the first sheet');
}

/** The same for a Google sheet, where the column *Problem* and the execution's error report what can't be used. */
export async function listsInAGoogleSheet(world: World): Promise<void> {
	const { calls, control, expect, spreadsheet } = world;
	const { id } = await world.imported('invite-from-google-sheets');
	const sent = () =>
		calls('www.googleapis.com').filter(({ path }) => path.startsWith('/gmail/v1/users/me/messages/send')).length;
	const assigned = async () => (await control.requests({ endpoint: '/assign' })).length;
	// A sheet has no encoding and no delimiter, and each of its rows has all columns.
	const inSheets = lists.filter((list) => isEven(list) && (list.saved === undefined || list.saved.mark));
	for (const { shape, cells, invited = [], reported = {}, refused } of inSheets) {
		const before = { assigned: await assigned(), sent: sent() };
		const [titles = []] = cells;
		spreadsheet.write(cells.map((row) => [...row]));
		const hasTitles = titles.some((title) => /mail/i.test(title));
		const error = await world.run(id, 'Every hour');
		if (refused !== undefined || !hasTitles) {
			const told =
				hasTitles && cells.length > 1 ? /^Several columns contain email addresses/ : /^No column is named Email/;
			if (cells.length === 1) expect(error, shape).toBeUndefined();
			else expect(error?.message, shape).toMatch(told);
			expect(await assigned(), shape).toBe(before.assigned);
			continue;
		}
		expect(error, shape).toBeUndefined();
		// The workflow does nothing when it runs again.
		expect(await world.run(id, 'Every hour'), shape).toBeUndefined();
		const [header = [], ...rows] = spreadsheet.rows();
		const found = rows.map((row, index) => ({
			row: index + 2,
			mailed: Boolean(row[header.indexOf('Mailed')]),
			problem: row[header.indexOf('Problem')] ?? '',
		}));
		for (const { row, problem } of found) {
			const repeats = problem.endsWith('has the same email address.');
			if (reported[row] === undefined) expect(repeats ? '' : problem, `${shape}: row ${row}`).toBe('');
			else expect(problem, `${shape}: row ${row}`).toContain(reported[row]);
		}
		expect(found.filter(({ mailed }) => mailed).length, shape).toBe(invited.length);
		expect(sent() - before.sent, shape).toBe(invited.length);
		expect((await assigned()) - before.assigned, shape).toBe(invited.length);
		for (const email of invited) expect(await world.assigned(email), email).toHaveLength(1);
	}
}
