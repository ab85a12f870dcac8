import { createRunExecutionData } from 'n8n-workflow';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { execute } from '../support/n8nContext.ts';
import { useInviting } from './invitations.ts';

const inviting = useInviting();

const ADDRESS = { emailAddress: '={{ $json.Email }}' };
const NAMES = { ...ADDRESS, givenName: '={{ $json["First Name"] }}', surName: '={{ $json["Last Name"] }}' };
const ALL = {
	...NAMES,
	uniqueIdentifier: '={{ $json.ID }}',
	additionalFields: { studentId: '={{ $json.Student }}', returnUrl: '={{ $json.Page }}' },
};

/** Two people, as a file's rows with these columns. */
function people(...columns: string[]): IDataObject[] {
	const cells: Record<string, string> = {
		ID: 'EMP',
		First: 'Ada',
		Last: 'Fox',
		Email: '@x.de',
		Student: 'S',
		Page: 'https://x.de/',
	};
	return [1, 2].map((number) =>
		Object.fromEntries(
			columns.map((column) => {
				const known = Object.entries(cells).find(([name]) => column.includes(name))?.[1] ?? '';
				return [column, known === '@x.de' ? `${number}${known}` : `${known}${number}`];
			}),
		),
	);
}

/** What happens to rows with these parameters: an error, a hint, or neither. */
const CASES: Array<[what: string, rows: IDataObject[], parameters: INodeParameters, error?: RegExp, hint?: RegExp]> = [
	['every column', people('ID', 'First Name', 'Last Name', 'Email', 'Student', 'Page'), ALL],
	[
		'a byte order mark before the given name',
		people('\uFEFFFirst Name', 'Last Name', 'Email'),
		NAMES,
		/^The expression in 'Given Name' found nothing in any of the 2 rows\. 'Given Name' reads 'First Name', but the list has '\[U\+FEFF\]First Name'\. .*turn it on\. /,
	],
	[
		'one before the surname',
		people('\uFEFFLast Name', 'First Name', 'Email'),
		NAMES,
		/^The expression in 'Surname' found/,
	],
	[
		'one before the address',
		people('\uFEFFEmail', 'First Name', 'Last Name'),
		NAMES,
		/^The expression in 'Email Address' found/,
	],
	[
		'one before the identifier',
		people('\uFEFFID', 'First Name', 'Last Name', 'Email', 'Student'),
		ALL,
		/^The expression in 'Unique Identifier' found .* 'ID', but the list has '\[U\+FEFF\]ID'/,
	],
	[
		'one before the student ID',
		people('\uFEFFStudent', 'First Name', 'Last Name', 'Email', 'ID'),
		ALL,
		/^The expression in 'Student ID' found/,
	],
	[
		'titles in another language',
		people('Email').map((row) => ({ ...row, Vorname: 'Ada', Nachname: 'Fox' })),
		NAMES,
		/^The expressions in 'Given Name' and 'Surname' found nothing in any of the 2 rows\. The rows have the fields 'Email', 'Vorname', 'Nachname'\. Use one of these .+ clear 'Given Name' and 'Surname'\. .+'Include Empty Cells'.+ \?\? ''/,
	],
	[
		'semicolons and a byte order mark',
		[{ '\uFEFFFirst Name;Email': 'Ada;1@x.de' }, { '\uFEFFFirst Name;Email': 'Bo;2@x.de' }],
		NAMES,
		/has only one column, '\[U\+FEFF\]First Name;Email', because it uses semicolons\. .+'Delimiter'.+ byte order mark.+\. Also add/,
	],
	[
		'an accent',
		people('Email', 'First Name').map((row) => ({ ...row, 'Lást  name ': 'Fox' })),
		NAMES,
		/^The expression in 'Surname' found .* 'Last Name', but the list has 'Lást {2}name '/,
	],
	[
		'no identifiers',
		people('First Name', 'Last Name', 'Email'),
		ALL,
		undefined,
		/^The expressions in 'Unique Identifier', 'Student ID' and 'Return URL' found nothing in any of the 2 rows\. The rows have the fields .+\.$/,
	],
	[
		'columns that are empty in some rows',
		[{ Email: '1@x.de' }, { 'First Name': 'Bo', 'Last Name': 'Ek', Email: '2@x.de' }],
		NAMES,
	],
	[
		'an expression that is prepared',
		people('Email'),
		{ ...ADDRESS, givenName: '={{ $json.First ?? "" }}', surName: '={{ $json.Last || "" }}' },
	],
	[
		'two columns, of which one exists',
		people('Email', 'Last Name'),
		{ ...ADDRESS, surName: '={{ $json.Last }} {{ $json["Last Name"] }}' },
	],
	[
		'two columns that do not exist',
		people('Email'),
		{ ...ADDRESS, surName: '={{ $json.One }} {{ $json.Two }}' },
		/^The expression in 'Surname' found/,
	],
	[
		'a missing column as text',
		people('Email'),
		{ ...ADDRESS, givenName: '={{ $json.First + "" }}' },
		/^The expression in 'Given Name' found/,
	],
	[
		'an expression that fails',
		people('Email'),
		{ ...ADDRESS, givenName: '= {{ $json.First.trim() }}' },
		/^The expression in 'Given Name' found/,
	],
	['a fixed text beside it', people('Email'), { ...ADDRESS, givenName: '=Dr. {{ $json.First }}' }],
	['one row without the column', people('Email').slice(1), NAMES],
	[
		'one row with a similar column',
		people('\uFEFFEmail').slice(1),
		{ ...NAMES, uniqueIdentifier: 'fixed' },
		/^The expression in 'Email Address' found nothing\. 'Email Address' reads 'Email', but the list has '\[U\+FEFF\]Email'/,
	],
];

describe('a list with', () => {
	it.each(CASES)('%s', async (_what, rows, parameters, error, hint) => {
		const items = rows.map((json) => ({ json }));
		const given = await inviting.invitation(parameters);
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await execute(inviting.node('assignment.create', given, { settings }), items);
		expect(output.map(({ json }) => json.error)).toEqual(
			items.map((): unknown => error && expect.stringMatching(error)),
		);
		const hints = await inviting.hints('assignment.create', given, items, { settings });
		const ofMapping = hints.filter((text) => text.includes('found nothing in any'));
		expect(ofMapping).toEqual(hint === undefined ? [] : [expect.stringMatching(hint)]);
		if (error === undefined) return;
		expect(await inviting.count()).toBe(0);
		const failure = await inviting.refusal(parameters, undefined, items);
		expect(`${failure.message}. ${failure.description}`).toMatch(error);
		expect(failure.message).not.toMatch(/item|row \d/);
		expect(await inviting.count()).toBe(0);
	});
});

it('a loop over batches refuses a last batch of one row like the others', async () => {
	const execution = createRunExecutionData();
	const batch = async (rows: IDataObject[], of = execution) => {
		const given = await inviting.invitation(NAMES);
		const node = inviting.node('assignment.create', given, {
			execution: of,
			settings: { onError: 'continueRegularOutput' },
		});
		const items = rows.map((json) => ({ json }));
		return (await execute(node, items)).map(({ json }) => json.error !== undefined);
	};
	const rows = people('Email', 'Vorname', 'Nachname');
	expect(await batch(rows)).toEqual([true, true]);
	expect(await batch(rows.slice(1))).toEqual([true]);
	expect(await inviting.count()).toBe(0);
	expect(await batch(rows.slice(1), createRunExecutionData())).toEqual([false]);
});

it("an expression that n8n refuses fails with n8n's error", async () => {
	const parameters = { ...ADDRESS, givenName: '={{ $json.First }}{{ $("Other").item.json.x }}' };
	const items = people('Email').map((json) => ({ json }));
	await expect(inviting.invite(parameters, undefined, items)).rejects.toThrow("Referenced node doesn't exist");
});
