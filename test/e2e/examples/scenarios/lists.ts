import type { World } from '../support/world.ts';

/** A list of people as a spreadsheet program saves it, and what becomes of it. */
interface List {
	readonly shape: string;
	readonly lines: readonly string[];
	/** Default: UTF-8. */
	readonly encoding?: BufferEncoding;
	/** What the form says. */
	readonly answer: string;
	/** Each gets one assignment and one email. */
	readonly invited?: readonly string[];
	/** The problems that the table has, by the row that can't be used. */
	readonly reported?: Readonly<Record<string, string>>;
}

const inviting = "Thank you! We're inviting the people on your list now.";
const toSee = 'To see who was invited and who wasn\'t, open the table "invitations" in n8n, under Data tables.';
const otherColumns = (row: number) => `row ${row} has another number of columns than the first row`;
const refused = (reason: string) => `No one on this list was invited, because ${reason}`;
const sharesEmail = (row: number) => `Row ${row} has the same email address but another name or ID`;
const sharesId = (row: number) => `Row ${row} has the same ID (N/A) but another email address`;
const columns = 'Email,First Name,Last Name';

const lists: readonly List[] = [
	{
		shape: 'a byte order mark, and rows of all kinds',
		lines: [
			`\uFEFF${columns},Employee ID`,
			'jo@rows.example,Jörgen,Łubieńska,',
			'li@rows.example,李,"O’Neill, Jr.",0047',
			'"a@rows.example, b@rows.example",Ann,Two,',
			'"c@rows.example;",Cy,End,',
			'parent@rows.example,Ada,Sibling,',
			'Parent@rows.example,Ben,Sibling,',
			'parent@rows.example,ADA,Sibling,',
			'di@rows.example,Di,Placeholder,N/A',
			'ed@rows.example,Ed,Placeholder,N/A',
			'li@rows.example,李,"O’Neill, Jr.",0048',
			',,,',
			',Nobody,Knows,',
			'Total: 3,,,',
			`${columns},Employee ID`,
			'last@rows.example,Zoe,Last,',
		],
		answer: `${inviting} These rows can't be used: 4, 5, 7, 9, 10, 11, 13, 14, 15. ${toSee}`,
		invited: ['jo@rows.example', 'li@rows.example', 'parent@rows.example', 'last@rows.example'],
		reported: {
			'row 4: a@rows.example, b@rows.example Ann Two': 'Not one email address: a@rows.example, b@rows.example',
			'row 5: c@rows.example; Cy End': 'Not one email address: c@rows.example;',
			'row 7: Parent@rows.example Ben Sibling': sharesEmail(6),
			'row 9: di@rows.example Di Placeholder N/A': sharesId(10),
			'row 10: ed@rows.example Ed Placeholder N/A': sharesId(9),
			'row 11: li@rows.example 李 O’Neill, Jr. 0048': sharesEmail(3),
			'row 13: Nobody Knows': 'No email address',
			'row 14: Total: 3': 'Not one email address: Total: 3',
			'row 15: Email First Name Last Name Employee ID': 'Not one email address: Email',
		},
	},
	{
		shape: 'semicolons, empty lines, line breaks in cells, and titles above the columns of Google Forms',
		lines: [
			'',
			'Registrations;;',
			'as of November, by email;;',
			'Email Address;First name;Surname',
			'ann@titles.example;"Ann\nMaria";Row',
			'',
			'nobody;Ben;Row',
			'cy@titles.example;Cy;Row',
		],
		answer: `${inviting} These rows can't be used: 7. ${toSee}`,
		invited: ['ann@titles.example', 'cy@titles.example'],
		reported: { 'row 7: nobody Ben Row': 'Not one email address: nobody' },
	},
	{
		shape: 'another column about email, and invisible characters',
		lines: ['Name,E-mail,Emailed?', 'Ann Row,\u200Ba\u00AD@invisible.example\u00A0,no'],
		answer: `${inviting} The list has no column named First Name or Last Name, so people are invited without a name, which can't be added later. ${toSee}`,
		invited: ['a@invisible.example'],
	},
	{
		shape: 'Windows-1252 with umlauts',
		lines: [columns, 'jo@windows.example,Jörgen,Groß'],
		encoding: 'latin1',
		answer: refused("the file isn't saved as UTF-8"),
	},
	{
		shape: 'semicolons below a title with fewer columns',
		lines: ['Registrations', columns.replaceAll(',', ';'), 'a@heading.example;Ann;Row'],
		answer: refused(otherColumns(2)),
	},
	{
		shape: 'a row with fewer columns',
		lines: [columns, 'a@fewer.example,Ann,Row', 'b@fewer.example,"Ben, Jr.",Row', 'c@fewer.example', columns],
		answer: refused(otherColumns(4)),
	},
	{
		shape: 'no column of email addresses',
		lines: ['Name,Phone', 'Ann Row,+49 30 1'],
		answer: refused('no column is named Email. In an Excel file, the list must be on the first sheet'),
	},
	{
		shape: 'two columns of email addresses',
		lines: ['Manager,E-mail,Employee,Employee Email', 'Max,max@manager.example,Ann,ann@manager.example'],
		answer: refused('several columns contain email addresses: E-mail, Employee Email'),
	},
	{ shape: 'only column names', lines: [columns], answer: refused('there are no people in it') },
];

/** The nodes that find the columns and check the rows are the same in the example with Google Sheets. */
export async function listsInASpreadsheet(world: World): Promise<void> {
	const { control, executions, expect, form, mailbox } = world;
	const table = await world.table('invitations');
	const { id, webhookId } = await world.published('invite-from-spreadsheet', { table });
	const people: string[] = [];
	const entries: Record<string, unknown> = {};
	for (const [index, { shape, lines, encoding, answer, invited = [], reported = {} }] of lists.entries()) {
		const bytes = new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n`, encoding));
		const response = await form(webhookId, [new File([bytes], 'people.csv')]);
		expect(await response.json(), shape).toEqual({ formSubmittedText: expect.stringContaining(answer) });
		expect((await executions(id, index + 1)).at(-1)?.error(), shape).toBeUndefined();

		people.push(...invited);
		expect(mailbox.recipients().sort(), shape).toEqual(people.toSorted());
		expect(await control.requests({ endpoint: '/assign' }), shape).toHaveLength(people.length);
		for (const email of invited) entries[email] = expect.stringMatching(/^20/);
		for (const [row, problem] of Object.entries(reported)) entries[row] = expect.stringContaining(problem);
		const rows = (await table.rows()).map(({ email, mailedAt, problem }) => [email, problem || mailedAt] as const);
		expect(rows, shape).toHaveLength(Object.keys(entries).length);
		expect(Object.fromEntries(rows), shape).toEqual(entries);
	}
}
