import type { JsonObject } from '../../../../playground/api/json.ts';
import { fieldsNode, n8nNode, splitNode } from '../../../../playground/workflows/nodes.ts';
import type { World } from './world.ts';

/** A list of people as a person's spreadsheet program saves it. */
export interface List {
	readonly shape: string;
	readonly cells: ReadonlyArray<readonly string[]>;
	/** How the cells become a CSV file. The default is UTF-8 with commas. */
	readonly saved?: { readonly delimiter?: string; readonly encoding?: BufferEncoding; readonly mark?: true };
	/** What the rows that can't be used are reported with, by the number of the row in the file. Everyone else gets one email. */
	readonly reported?: Readonly<Record<number, string>>;
	/** Why the whole list is refused. */
	readonly refused?: string;
	/** What else the person who uploads the list is told. */
	readonly told?: string;
}

const columns = ['Email', 'First Name', 'Last Name'] as const;
const withId = [...columns, 'Employee ID'] as const;
const sharesEmail = 'has the same email address but another name or ID';

/** Each list has email addresses of its own, so one account is enough for all of them. */
export const lists: readonly List[] = [
	{
		shape: 'UTF-8 with a byte order mark',
		cells: [columns, ['jo@mark.example', 'Jörgen', 'Łubieńska'], ['li@mark.example', '李', 'O’Neill, Jr.']],
		saved: { mark: true },
	},
	{
		shape: 'Windows-1252 with umlauts',
		cells: [columns, ['al@windows.example', 'Al', 'Plain'], ['jo@windows.example', 'Jörgen', 'Groß']],
		saved: { encoding: 'latin1' },
		refused: "the file isn't saved as UTF-8",
	},
	{
		shape: 'semicolons',
		cells: [columns, ['al@semicolons.example', 'Al', 'Plain']],
		saved: { delimiter: ';' },
	},
	{
		shape: 'two email addresses in a cell',
		cells: [
			columns,
			['a@two.example, b@two.example', 'Ann', 'Two'],
			['c@two.example', 'Cy', 'One'],
			['d@two.example;', 'Di', 'End'],
		],
		reported: { 2: 'Not one email address: a@two.example, b@two.example', 4: 'Not one email address: d@two.example;' },
	},
	{
		shape: 'siblings',
		cells: [
			columns,
			['parent@siblings.example', 'Ada', 'Sibling'],
			['Parent@siblings.example', 'Ben', 'Sibling'],
			['other@siblings.example', 'Cy', 'Other'],
			['parent@siblings.example', 'ADA', 'Sibling'],
		],
		reported: { 3: `Row 2 ${sharesEmail}` },
	},
	{
		shape: 'a placeholder and real numbers as IDs',
		cells: [
			withId,
			['a@ids.example', 'Ann', 'Placeholder', 'N/A'],
			['b@ids.example', 'Ben', 'Placeholder', 'N/A'],
			['c@ids.example', 'Cy', 'Number', '0047'],
			['d@ids.example', 'Di', 'None', ''],
			['c@ids.example', 'Cy', 'Number', '0048'],
		],
		reported: {
			2: 'Row 3 has the same ID (N/A) but another email address',
			3: 'Row 2 has the same ID (N/A) but another email address',
			6: `Row 4 ${sharesEmail}`,
		},
	},
	{
		shape: 'a totals row, and rows without anything or without an address',
		cells: [columns, ['a@totals.example', 'Ann', 'Row'], ['', '', ''], ['', 'Nobody', 'Knows'], ['Total: 1', '', '']],
		reported: { 4: 'No email address', 5: 'Not one email address: Total: 1' },
	},
	{
		shape: 'the column names twice',
		cells: [columns, ['a@twice.example', 'Ann', 'Row'], columns, ['b@twice.example', 'Ben', 'Row']],
		reported: { 3: 'Not one email address: Email' },
	},
	{
		shape: 'titles above the column names, with the columns of Google Forms',
		cells: [
			['Registrations', '', ''],
			['as of November, by email', '', ''],
			['Email Address', 'First name', 'Surname'],
			['a@titles.example', 'Ann', 'Row'],
			['nobody', 'Ben', 'Row'],
		],
		reported: { 5: 'Not one email address: nobody' },
	},
	{
		shape: 'a title with fewer columns than the list',
		cells: [['Registrations'], columns, ['a@shorter.example', 'Ann', 'Row']],
		refused: 'row 2 has another number of columns than the first row',
	},
	{
		shape: 'semicolons below a title with fewer columns',
		cells: [['Registrations'], columns, ['a@heading.example', 'Ann', 'Row']],
		saved: { delimiter: ';' },
		refused: 'row 2 has another number of columns than the first row',
	},
	{
		shape: 'a row with fewer columns',
		cells: [
			columns,
			['a@fewer.example', 'Ann', 'Row'],
			['b@fewer.example', 'Ben, Jr.', 'Row'],
			['c@fewer.example'],
			columns,
		],
		refused: 'row 4 has another number of columns than the first row',
	},
	{
		shape: 'no column of email addresses',
		cells: [
			['Name', 'Phone'],
			['Ann Row', '+49 30 1'],
		],
		refused: 'no column is named Email',
	},
	{
		shape: 'two columns of email addresses',
		cells: [
			['Manager', 'E-mail', 'Employee', 'Employee Email'],
			['Max', 'max@manager.example', 'Ann', 'ann@manager.example'],
		],
		refused: 'several columns contain email addresses: E-mail, Employee Email',
	},
	{
		shape: 'another column about email, and invisible characters',
		cells: [
			['Name', 'E-mail', 'Emailed?'],
			['Ann Row', '\u200Ba\u00AD@invisible.example\u00A0', 'no'],
		],
		told: " The list has no column named First Name or Last Name, so people are invited without a name, which can't be added later.",
	},
	{
		shape: 'empty lines and line breaks in cells',
		cells: [
			[],
			columns,
			['a@lines.example', 'Ann\nMaria', 'Row'],
			[],
			['nowhere', 'Ben', 'Row'],
			['c@lines.example', 'Cy', 'Row'],
		],
		reported: { 5: 'Not one email address: nowhere' },
	},
	{ shape: 'only column names', cells: [columns], refused: 'there are no people in it' },
];

export function csvFile({ cells, saved: { delimiter = ',', encoding = 'utf8', mark } = {} }: List): File {
	const quoted = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
	const text = cells.map((row) => row.map(quoted).join(delimiter)).join('\r\n');
	return new File([new Uint8Array(Buffer.from(`${mark ? '\uFEFF' : ''}${text}\r\n`, encoding))], 'people.csv');
}

/** An Excel file with these rows, created by n8n itself. */
export async function excelFile({ api, execute }: World, rows: readonly JsonObject[], name: string): Promise<File> {
	const convert = n8nNode('Excel', 'convertToFile', 1.1, { operation: 'xlsx', options: {} });
	const execution = await execute(fieldsNode('List', { rows }), splitNode('Rows', 'rows'), convert);
	const file = execution.items('Excel')[0]?.binary.data;
	if (file === undefined) throw new Error('n8n made no file');
	return new File([new Uint8Array(await api.executions.download(file))], name);
}
