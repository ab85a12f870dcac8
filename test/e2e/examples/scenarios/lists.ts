import { isFirstGeneration } from '../../../firstGeneration.ts';
import type { World } from '../support/world.ts';

/** A list of people as some program saves it, and what becomes of each person. */
interface List {
	readonly shape: string;
	readonly lines: readonly string[];
	/** Default: UTF-8. */
	readonly encoding?: BufferEncoding;
	/** Default: Optional. */
	readonly classes?: 'Required' | 'Optional';
	/** By email address, the names that are stored for good. Each of these people gets one assignment and one email. */
	readonly invited?: Readonly<Record<string, string>>;
	/** A part of the problem that the table has for each of the other rows, by the beginning of its entry. */
	readonly reported?: Readonly<Record<string, string>>;
}

const columns = 'Email,First Name,Last Name';
/** n8n 1.x doesn't skip empty lines. */
const EMPTY = isFirstGeneration ? [] : [''];

const lists: readonly List[] = [
	{
		shape: 'a byte order mark, and rows of all kinds',
		lines: [
			`\uFEFF${columns},Unique Identifier`,
			'jo@rows.example,Jörgen,Łubieńska,',
			'li@rows.example,李,"O’Neill, Jr.",0047',
			'parent@rows.example,Ada,Sibling,',
			'Parent@rows.example,Ben,Sibling,',
			'parent@rows.example,ADA,Sibling,',
			'di@rows.example,Di,Placeholder,N/A',
			'first@rows.example,Flo,Shares,7',
			'second@rows.example,Sue,Shares,7',
			',Nobody,Knows,',
			'Total: 3,,,',
			'\u200Blast\u00AD@rows.example\u00A0,Zoe,Last,',
		],
		invited: {
			'jo@rows.example': 'Jörgen Łubieńska',
			'li@rows.example': '李 O’Neill, Jr.',
			'parent@rows.example': 'Ada Sibling',
			'first@rows.example': 'Flo Shares',
			'last@rows.example': 'Zoe Last',
		},
		reported: {
			'Parent@rows.example,Ben': "'Ada Sibling'",
			'di@rows.example,Di': 'N/A',
			'second@rows.example': 'first@rows.example',
			',Nobody': 'both empty',
			'Total: 3': 'Total: 3',
		},
	},
	{
		shape: 'semicolons, empty lines, and line breaks in cells',
		lines: [
			...EMPTY,
			columns.replaceAll(',', ';'),
			'ann@semi.example;"Ann\nMaria";Row, Jr.',
			...EMPTY,
			'cy@semi.example;Cy;Row',
		],
		invited: { 'ann@semi.example': 'Ann\nMaria Row, Jr.', 'cy@semi.example': 'Cy Row' },
	},
	{
		shape: 'tabs, and quotes around everything',
		lines: ['"Email"\t"First Name"\t"Last Name"', '"a@tabs.example"\t"Ann"\t"Row"', '"b@tabs.example"\t"Bo"\t"Row"'],
		invited: { 'a@tabs.example': 'Ann Row', 'b@tabs.example': 'Bo Row' },
	},
	{
		shape: 'Windows-1252 with umlauts',
		lines: [columns, 'jo@windows.example,Jörgen,Groß', 'al@windows.example,Al,Right'],
		encoding: 'latin1',
		invited: { 'al@windows.example': 'Al Right' },
		reported: { 'jo@windows.example': 'damaged' },
	},
	{
		shape: 'a row with fewer columns',
		lines: [columns, 'a@fewer.example,Ann,Row', 'c@fewer.example'],
		reported: { 'The file selected': "isn't a name" },
	},
	{ shape: 'only column names', lines: [columns], reported: { '': "isn't a name" } },
	// Its entry is the one before.
	{ shape: 'only an empty line', lines: [] },
	// test/integration/action/mapping.test.ts has more lists of this kind.
	refused(
		'a title above the columns',
		'Email Address',
		'Registrations',
		'Email;First Name;Last Name',
		'a@a.example;A;B',
	),
	refused('one column, and one cell in quotes', 'Given Name', 'Email', '"a@one.example"', 'b@one.example'),
	refused('one person, and a column name in lower case', 'Email Address', columns.toLowerCase(), 'a@lower.example,A,B'),
	{ ...refused('another name of Class', 'Klasse', `${columns},Klasse`, 'a@k.example,A,A,9b'), classes: 'Required' },
	refused('one person, and German names of columns', 'Given Name', 'Email,Vorname,Nachname', 'a@german.example,A,B'),
];

/** A list in which the values of this parameter aren't found, so no one is invited. */
function refused(shape: string, parameter: string, titles: string, ...rows: readonly string[]): List {
	const entryOf = (row: string) => (titles.includes(';') ? row.replaceAll(';', ',') : row).replaceAll('"', '');
	const reported = Object.fromEntries(rows.map((row) => [entryOf(row), `'${parameter}'`]));
	return { shape, lines: [titles, ...rows], reported };
}

export async function listsInASpreadsheet(world: World): Promise<void> {
	const { control, executions, expect, form, mailbox } = world;
	const table = await world.table('invitations');
	const { id, webhookId } = await world.published('invite-from-spreadsheet', { table });
	const upload = async ({ lines, encoding, classes = 'Optional' }: Omit<List, 'shape'>) => {
		const bytes = new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n`, encoding));
		await form(webhookId, [new File([bytes], 'people.csv'), classes]);
		uploads++;
		expect((await executions(id, uploads)).at(-1)?.error()).toBeUndefined();
	};
	let uploads = 0;
	let people: string[] = [];
	for (const { shape, invited = {}, reported = {}, ...list } of lists) {
		const before = (await table.rows()).length;
		await upload(list);
		people = [...people, ...Object.keys(invited)];
		expect(mailbox.recipients().sort(), shape).toEqual(people.toSorted());
		expect(await control.requests({ endpoint: '/assign' }), shape).toHaveLength(people.length);
		for (const [email, name] of Object.entries(invited)) {
			const { givenName, surname } = await control.user({ emailAddress: email });
			expect(`${givenName} ${surname}`, shape).toBe(name);
		}
		const rows = (await table.rows()).map((one) => ({ ...one, email: String(one.email) }));
		for (const [entry, problem] of Object.entries(reported)) {
			const isItsEntry = (email: string) => (entry === '' ? email === '' : email.startsWith(entry));
			const found = rows.find(({ email }) => isItsEntry(email) && !people.includes(email));
			expect(found, `${shape}: ${entry}`).toMatchObject({ mailedAt: null, problem: expect.stringContaining(problem) });
		}
		// An entry for each person and each row that can't be used, and no other.
		expect(rows, shape).toHaveLength(before + Object.keys({ ...invited, ...reported }).length);
	}
	for (const row of await table.rows()) {
		const isInvited = people.includes(String(row.email));
		expect(row).toMatchObject(isInvited ? { mailedAt: expect.stringMatching(/^20/), problem: '' } : { mailedAt: null });
	}

	// Classes become groups. One that exists is found in any capitalization.
	const classes = ['a@class.example,A,A,"9b, Paris"', 'b@class.example,B,B,"9B, PARIS"', 'c@class.example,C,C, '];
	await upload({ lines: [`${columns},Class`, ...classes], classes: 'Required' });
	expect(await control.requests({ endpoint: '/assign' })).toHaveLength(people.length + 2);
	await upload({ lines: [`${columns},Class`, ...classes] });
	const [group, ...others] = (await control.state()).groups.filter(({ name }) => name.toLowerCase() === '9b, paris');
	expect(others).toEqual([]);
	const groupsOf = async (name: string) => (await control.user({ emailAddress: `${name}@class.example` })).groupIds;
	const ids = [group?.groupId];
	expect(await Promise.all(['a', 'b', 'c'].map(groupsOf))).toEqual([ids, ids, []]);
}
