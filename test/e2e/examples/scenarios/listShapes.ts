import { isFirstGeneration } from '../../../firstGeneration.ts';
import { csvFile, excelFile, isEven, lists } from '../support/lists.ts';
import type { List } from '../support/lists.ts';
import type { World } from '../support/world.ts';
import { quickStartWorkflow } from './quickStart.ts';

interface Outcome {
	/** The recipients of the emails that this list caused. */
	readonly emailed: readonly string[];
	/** What the rows that can't be used are reported with, by the number of the row. */
	readonly reported: ReadonlyArray<readonly [row: number, problem: string]>;
}

/** Expects that everyone on these lists is assigned and emailed once, or reported. */
async function expectOutcomes(
	{ control, expect }: World,
	expected: readonly List[],
	submit: (list: List) => Promise<Outcome>,
): Promise<void> {
	const assigned = async () => (await control.requests({ endpoint: '/assign' })).length;
	for (const list of expected) {
		const { shape, invited = [], reported = {} } = list;
		const before = await assigned();
		const outcome = await submit(list);
		const problems = Object.entries(reported).map(([row, text]): unknown => [
			Number(row),
			expect.stringContaining(text),
		]);
		expect(outcome.reported, shape).toEqual(problems);
		expect(outcome.emailed.toSorted(), shape).toEqual(invited.toSorted());
		expect((await assigned()) - before, shape).toBe(invited.length);
	}
}

export async function listsInASpreadsheet(world: World): Promise<void> {
	const { expect, mailbox } = world;
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
	await expectOutcomes(world, lists, async (list) => {
		const { shape, cells, reported = {}, refused, told = '' } = list;
		const before = { rows: (await table.rows()).length, emails: mailbox.recipients().length };
		const answer = await upload(csvFile(list));
		const numbers = Object.keys(reported).join(', ');
		const unusable = numbers && ` These rows can't be used: ${numbers}.`;
		const summary = `Thank you! We're inviting the people on your list now.${unusable}${told} To see who was invited and who wasn't, open the table "invitations" in n8n, under Data tables.`;
		expect(answer, shape).toContain(refused ? `No one on this list was invited, because ${refused}` : summary);
		const rows = (await table.rows()).slice(before.rows);
		const emailed = mailbox.recipients().slice(before.emails);
		const invited = rows.filter(({ mailedAt, problem }) => /^20/.test(String(mailedAt)) && problem === '');
		expect(invited.map(({ email }) => email).sort(), shape).toEqual(emailed.toSorted());
		const others = rows.filter((row) => !invited.includes(row));
		const numbered = others.map(({ email, problem }) => [Number(/\d+/.exec(String(email))), String(problem)] as const);
		expect(others.map(({ email }) => email)).toEqual(
			numbered.map(([row]) => `row ${row}: ${cells[row - 1]?.join(' ').trim()}`),
		);
		return { emailed, reported: numbered };
	});
	// n8n reads only the first sheet.
	const notes = await excelFile(world, [{ Notes: 'The list is on the next sheet' }], 'notes.xlsx');
	expect(await upload(notes)).toContain('the list must be on the first sheet');
}

/** The workflow doesn't do anything when it runs again. */
export async function listsInAGoogleSheet(world: World): Promise<void> {
	const { expect, gmails, spreadsheet } = world;
	const { id } = await world.imported('invite-from-google-sheets');
	// A sheet has no encoding and no delimiter, and each of its rows has all columns.
	const inSheets = lists.filter((list) => isEven(list) && (list.saved === undefined || list.saved.mark));
	const expected = inSheets.map((list) =>
		list.refusedInSheets === undefined ? list : { ...list, invited: [], reported: {} },
	);
	await expectOutcomes(world, expected, async ({ shape, cells, reported = {}, refusedInSheets }) => {
		const before = (await gmails()).length;
		spreadsheet.write(cells.map((row) => [...row]));
		const errors = [await world.run(id, 'Every hour'), await world.run(id, 'Every hour')];
		const error = refusedInSheets ? { message: expect.stringContaining(refusedInSheets) } : undefined;
		expect(errors, shape).toMatchObject([error, error]);
		const [header = [], ...rows] = spreadsheet.rows();
		const problems = rows.map((row, index) => [index + 2, row[header.indexOf('Problem')] ?? ''] as const);
		const isRepeated = /^Row \d+ has the same email address\.$/;
		return {
			emailed: (await gmails()).slice(before).map(({ to }) => to?.[0]?.address ?? ''),
			reported: problems.filter(([row, problem]) => problem !== '' && (row in reported || !isRepeated.test(problem))),
		};
	});
}

/** The error outputs report what can't be used. */
export async function listsInTheQuickStart(world: World): Promise<void> {
	const { executions, expect, form, mailbox } = world;
	const { id, webhookId } = await quickStartWorkflow(world);
	// n8n 1.x silently ends a list at a row with another number of columns.
	const readable = isFirstGeneration ? lists.filter(isEven) : lists;
	const expected = readable.map((list) => ({ ...list, invited: list.inQuickStart ?? list.invited, reported: {} }));
	let uploads = 0;
	await expectOutcomes(world, expected, async (list) => {
		const { shape, cells } = list;
		const before = mailbox.recipients().length;
		await form(webhookId, [csvFile(list)]);
		uploads += 1;
		const last = (await executions(id, uploads)).at(-1);
		const unreadable = "The file selected in 'Input Binary Field' is not in csv format";
		if (last?.error() !== undefined) expect(last.error('Extract from File')?.message, shape).toBe(unreadable);
		const rows = last?.items('Extract from File') ?? [];
		const [found, refused] = [last?.items('Invite') ?? [], last?.items('Invite', 1) ?? []];
		const errors = refused.map(({ json }) => json.error).join('; ');
		expect(found.length + refused.length, `${shape}: ${errors}`).toBe(rows.length);
		// Only repeated rows have neither an email nor an error.
		const emailed = mailbox.recipients().slice(before);
		const people = new Set(cells.map(([email = '']) => email.toLowerCase()));
		const repeated = cells.length - people.size;
		expect(emailed.length + refused.length, shape).toBeGreaterThanOrEqual(rows.length - repeated);
		return { emailed, reported: [] };
	});
}
