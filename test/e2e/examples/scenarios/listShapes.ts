import { csvFile, excelFile, lists } from '../support/lists.ts';
import type { World } from '../support/world.ts';

/** The nodes that find the columns and check the rows are the same in the example with Google Sheets. */
export async function listsInASpreadsheet(world: World): Promise<void> {
	const { control, expect, mailbox } = world;
	const table = await world.table('invitations');
	const { id, webhookId } = await world.imported('invite-from-spreadsheet', { table });
	await world.publish(id);
	let uploads = 0;
	const upload = async (file: File) => {
		const answer = (await (await world.form(webhookId, [file])).json()) as { formSubmittedText: string };
		uploads += 1;
		expect((await world.executions(id, uploads)).at(-1)?.error()).toBeUndefined();
		return answer.formSubmittedText;
	};
	const all = async () => ({
		rows: await table.rows(),
		emails: mailbox.recipients(),
		assigned: await control.requests({ endpoint: '/assign' }),
	});
	for (const list of lists) {
		const { shape, cells, invited = [], reported = {}, refused, told = '' } = list;
		const before = await all();
		const answer = await upload(csvFile(list));
		const numbers = Object.keys(reported).join(', ');
		const unusable = numbers && ` These rows can't be used: ${numbers}.`;
		const summary = `Thank you! We're inviting the people on your list now.${unusable}${told} To see who was invited and who wasn't, open the table "invitations" in n8n, under Data tables.`;
		expect(answer, shape).toContain(refused ? `No one on this list was invited, because ${refused}` : summary);

		const after = await all();
		expect(after.emails.slice(before.emails.length).sort(), shape).toEqual(invited.toSorted());
		expect(after.assigned.length - before.assigned.length, shape).toBe(invited.length);
		const mailed = invited.map((email): unknown => ({ email, mailedAt: expect.stringMatching(/^20/), problem: '' }));
		const problems = Object.entries(reported).map(([row, problem]): unknown => ({
			email: `row ${row}: ${cells[Number(row) - 1]?.join(' ').trim()}`,
			problem: expect.stringContaining(problem),
		}));
		const added = after.rows.slice(before.rows.length);
		expect(added, shape).toHaveLength(mailed.length + problems.length);
		expect(added, shape).toEqual(
			expect.arrayContaining([...mailed, ...problems].map((row) => expect.objectContaining(row) as unknown)),
		);
	}
	// n8n reads only the first sheet.
	const notes = await excelFile(world, [{ Notes: 'The list is on the next sheet' }], 'notes.xlsx');
	expect(await upload(notes)).toContain('the list must be on the first sheet');
}
