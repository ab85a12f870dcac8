import { createRunExecutionData, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useInviting } from './invitations.ts';

const inviting = useInviting();

const ADDRESS = { emailAddress: '={{ $json.Email }}' };
const NAMES = { ...ADDRESS, givenName: '={{ $json["First Name"] }}', surName: '={{ $json["Last Name"] }}' };
const ALL = {
	...{ ...NAMES, uniqueIdentifier: '={{ $json.ID }}' },
	additionalFields: { studentId: '={{ $json.Student }}', returnUrl: '={{ $json.Page }}' },
};

/** The columns that these parameters read, with the parameters' labels and the cells of two rows. */
const COLUMNS = {
	Email: ['Email Address', '1@x.de', '2@x.de'],
	'First Name': ['Given Name', 'Ada', 'Bo'],
	'Last Name': ['Surname', 'Fox', 'Roe'],
	ID: ['Unique Identifier', 'EMP1', 'EMP2'],
	Student: ['Student ID', 'S1', 'S2'],
	Page: ['Return URL', 'https://x.de/1', 'https://x.de/2'],
} as const;

/** Two people, as a file's rows. The first title can differ. */
function people(columns: Array<keyof typeof COLUMNS>, title?: string): IDataObject[] {
	return ([1, 2] as const).map((number) =>
		Object.fromEntries(columns.map((column, index) => [(index === 0 && title) || column, COLUMNS[column][number]])),
	);
}

const EMAIL = people(['Email']);
const WITH_BOM = [{ '\uFEFFFirst Name;Email': 'Ada;1@x.de' }, { '\uFEFFFirst Name;Email': 'Bo;2@x.de' }];
const WITH_EMPTY_CELLS = [{ Email: '1@x.de' }, { 'First Name': 'Bo', 'Last Name': 'Ek', Email: '2@x.de' }];

const GERMAN = EMAIL.map((row, index) => ({ ...row, Vorname: 'Ada', ...(index === 1 && { Nachname: 'Fox' }) }));

const NO_NAMES =
	/^The expressions in 'Given Name' and 'Surname' found nothing in any of the 2 rows\. The rows have the fields 'Email', 'Vorname', 'Nachname'\. Use one of these .+ clear 'Given Name' and 'Surname'\. .+'Include Empty Cells'.+ \?\? ''/;
const ONE_COLUMN =
	/has only one column, '\[U\+FEFF\]First Name;Email', because it uses semicolons\. .+'Delimiter'.+ byte order mark.+\. Also add/;
const NO_IDENTIFIERS =
	/^The expressions in 'Unique Identifier', 'Student ID', and 'Return URL' found nothing in any of the 2 rows\. The rows have the fields .+\.$/;
const SIMILAR =
	/^The expression in 'Email Address' found nothing\. 'Email Address' reads 'Email', but the list has 'email'/;

type Case = [what: string, rows: IDataObject[], parameters: INodeParameters, error?: RegExp, hint?: RegExp];

/** What happens to rows with these parameters: an error, a hint, or neither. test/unit/action/mapping.test.ts has all expressions. */
const CASES: Case[] = [
	['every column', people(['Email', 'First Name', 'Last Name', 'ID', 'Student', 'Page']), ALL],
	...(['Email', 'First Name', 'Last Name', 'ID', 'Student', 'Page'] as const).map((column, _index, all): Case => {
		const [label] = COLUMNS[column];
		const found = `The expression in '${label}' found nothing in any of the 2 rows`;
		const differs = `'${label}' reads '${column}', but the list has '\\[U\\+FEFF\\]${column}'`;
		const columns = [column, ...all.filter((other) => other !== column)];
		const error = new RegExp(`^${found}\\. ${differs}\\. .*turn it on\\. `);
		return [`a byte order mark before ${column}`, people(columns, `\uFEFF${column}`), ALL, error];
	}),
	['titles in another language', GERMAN, NAMES, NO_NAMES],
	['semicolons and a byte order mark', WITH_BOM, NAMES, ONE_COLUMN],
	['no addresses', people(['ID', 'First Name', 'Last Name']), ALL, /^The .+'Email Address' found nothing in any of/],
	['no identifiers', people(['First Name', 'Last Name', 'Email']), ALL, undefined, NO_IDENTIFIERS],
	['columns that are empty in some rows', WITH_EMPTY_CELLS, NAMES],
	['two missing columns', EMAIL, { ...ADDRESS, surName: '={{ $json.One }} {{ $json.Two }}' }, /^The .+'Surname' found/],
	['an expression that fails', EMAIL, { ...ADDRESS, givenName: '= {{ $json.a.trim() }}' }, /^The .+'Given Name' found/],
	['a sum of both', EMAIL, { ...ADDRESS, givenName: '={{ $json.a + $json.b }}' }, /^The .+'Given Name' found/],
	['a fixed text beside it', EMAIL, { ...ADDRESS, givenName: '=Dr. {{ $json.First }}' }],
	['a value in one row', EMAIL, { ...ADDRESS, givenName: '={{ $json.First }}{{ $itemIndex ? "Bo" : "" }}' }],
	['empty names in a later row', [...EMAIL.slice(1), { Email: '1@x.de', 'First Name': '', 'Last Name': '' }], NAMES],
	['one row without the column', EMAIL.slice(1), NAMES],
	['one row with a similar column', people(['Email'], 'email').slice(1), NAMES, SIMILAR],
];

it.each(CASES)('a list with %s', async (_what, rows, parameters, error, hint) => {
	const items = rows.map((json) => ({ json }));
	const errors = (await inviting.inviteAnyway(parameters, items)).map((json) => json.error);
	expect(errors).toEqual(items.map((): unknown => error && expect.stringMatching(error)));
	const settings = { onError: 'continueRegularOutput' as const };
	const given = await inviting.invitation(parameters);
	const hints = await inviting.hints('assignment.create', given, items, { settings });
	const ofMapping = hints.filter((text) => /^The expressions? in /.test(text));
	expect(ofMapping).toEqual(hint === undefined ? [] : [expect.stringMatching(hint)]);
	if (error === undefined) return;
	expect(await inviting.count()).toBe(0);
	const failure = await inviting.refusal(parameters, undefined, items);
	expect(`${failure.message}. ${failure.description}`).toMatch(error);
	expect(failure.message).not.toMatch(/item|row \d/);
	expect(await inviting.count()).toBe(0);
});

describe('a loop over batches', () => {
	const first = createRunExecutionData();
	const batch = async (rows: IDataObject[], execution = first) => {
		const items = rows.map((json) => ({ json }));
		return (await inviting.inviteAnyway(NAMES, items, { execution })).map(({ error }) => error !== undefined);
	};

	it('refuses a last batch of one row like the others', async () => {
		expect(await batch(GERMAN)).toEqual([true, true]);
		expect(await batch(GERMAN.slice(1))).toEqual([true]);
		expect(await inviting.count()).toBe(0);
		expect(await batch(GERMAN.slice(1), createRunExecutionData())).toEqual([false]);
	});

	it('accepts a batch whose cells are all empty if an earlier one had the column', async () => {
		const execution = createRunExecutionData();
		expect(await batch(people(['Email', 'First Name', 'Last Name']), execution)).toEqual([false, false]);
		expect(await batch(EMAIL, execution)).toEqual([false, false]);
		expect(await batch(EMAIL, createRunExecutionData())).toEqual([true, true]);
	});

	it('refuses a batch of another file, whose column has a similar name', async () => {
		const execution = createRunExecutionData();
		const [ada = {}, ...others] = people(['Email', 'First Name', 'Last Name']);
		expect(await batch([ada, ...others], execution)).toEqual([false, false]);
		const { 'First Name': given, ...rest } = ada;
		expect(await batch([{ ...rest, 'First name': given }], execution)).toEqual([true]);
	});
});

it("an expression that n8n refuses fails with n8n's error", async () => {
	const parameters = { ...ADDRESS, givenName: '={{ $json.First }}{{ $("Other").item.json.x }}' };
	const items = EMAIL.map((json) => ({ json }));
	await expect(inviting.invite(parameters, undefined, items)).rejects.toThrow("Referenced node doesn't exist");
});
