import type { IDataObject, INode, INodeParameters, IRunExecutionData } from 'n8n-workflow';
import { createEmptyRunExecutionData, createRunExecutionData } from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { quoted } from '../../../nodes/shared/parameters/parameter.ts';
import { execute, executeWithRetries } from '../support/n8nContext.ts';
import { useService } from '../support/simulator.ts';
import { EACH, POLICIES, row, useInviting } from './invitations.ts';
import { assessmentName, byEmail, byIdentifier, failureOf, type OperationName, run } from './support.ts';

const inviting = useInviting();
const { control, invite, refusal, count } = inviting;
const other = useService();

const CONTINUE = { settings: { onError: 'continueRegularOutput' as const } };
const ASSESSMENT = { assessmentId: assessmentName('English Speaking') };

/** What is sent for cells that are one email address. Add what you meet. */
const ADDRESSES: Array<readonly [sent: string, ...cells: string[]]> = [
	['nora@example.com', 'nora@example.com', ' nora@example.com\n', '\u00A0nora@example.com\u3000'],
	['nora@example.com', 'no\u200Bra@example.com', '\uFEFFnora@example.com', 'nora@exam\u00ADple.com\u2060'],
	['nora@example.com', '\u202E nora@example.com\u202C'],
	...["o'neill@x.de", 'a/b@x.de', 'a..b@x.jp', 'a+b=c!d@x.de', 'ünï@exämple.com', 'अ@उदाहरण.भारत', 'user@host'].map(
		(cell) => [cell, cell] as const,
	),
];

const NO_ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

/** Cells that aren't exactly one email address. */
const NO_ADDRESSES: Array<[what: string, cells: string[]]> = [
	['two of them', ['a@example.com, b@example.com', 'a@example.com;b@example.com', 'a@example.com b@example.com']],
	['two signs', ['a@b@example.com']],
	['something around it', ['a@example.com;', 'mailto:a@example.com', '<a@example.com>', 'Pat <a@example.com>']],
	['quotes', ['"Pat" a@example.com', "'a@example.com", '„a@example.com“']],
	['a wrong domain', ['a@example.com.', 'a@.example.com', 'a@example..com', 'a@example.com/de']],
	['a cell that was not separated', ['a@x.de|ada|fox', 'a@x.de*', 'ada,a@x.de', 'a@x.de?subject=Hi', 'ada;a@x.de']],
	['something else', ['@school.example', 'N/A', 'Total: 3', '[object Object]', '+49 170 1234567', NO_ID]],
	['something invisible', ['a@\u200B', 'a\u00A0b@example.com', 'a\u0000@example.com']],
];

describe('an email address', () => {
	it.each(ADDRESSES)('is sent as %s if the cell is %j', async (sent, ...cells) => {
		for (const cell of cells) expect(await invite(EACH, 'assignAgain', [row(cell)])).toMatchObject([{ email: sent }]);
		const bodies = (await inviting.requests('/assign')).map(({ body }) => body);
		expect(bodies).toMatchObject(cells.map(() => ({ emailAddress: sent })));
	});

	it.each(NO_ADDRESSES)('is not in a cell with %s: %j', async (_what, cells) => {
		for (const cell of cells) {
			const message = `The parameter 'Email Address' isn't an email address: ${quoted(cell)}`;
			expect(await refusal(EACH, undefined, [row(cell, 'with an identifier')])).toMatchObject({ message });
			const failure = await inviting.failure('score.get', { user: byEmail(cell) });
			expect(failure.message).toBe(message.replace('Email Address', 'User'));
		}
		expect(await count()).toBe(0);
	});

	it('that consists of invisible characters is empty', async () => {
		const blank = '\u200B\uFEFF';
		expect(await invite(EACH, undefined, [row(blank, 'nora')])).toMatchObject([{ uniqueIdentifier: 'nora' }]);
		expect((await refusal(EACH, undefined, [row(blank)])).message).toMatch(/are both empty$/);
	});

	it('is expected in a user without a mode, unless it is a UUID', async () => {
		const { userId } = await control().addUser({ email: 'nora@example.com', uniqueIdentifier: NO_ID });
		for (const user of [userId, { __rl: true, mode: 'id', value: userId }, byIdentifier(NO_ID)])
			expect(await inviting.runJson('score.get', { user, output: 'users' })).toMatchObject([{ userId }]);
		expect((await inviting.failure('score.get', { user: 'nora' })).message).toMatch(/isn't an email address: 'nora'$/);
	});
});

it.each(POLICIES)('of two people at once, the first has the identifier, and keeps it (%s)', async (policy) => {
	const inviteWith = async (name: string) => await invite(EACH, policy, [row(`${name}@example.com`, 'shared')]);
	const both = ['ada', 'bo'].map(async (name) => await inviteWith(name).catch((error: Error) => error.message));
	expect((await Promise.all(both)).filter((result) => typeof result === 'string')).toHaveLength(1);
	for (const minutes of [0, 3]) {
		await inviting.pass(minutes * 60_000);
		const failure = await failureOf(inviteWith('Late'));
		expect(failure.message).toMatch(
			/^The unique identifier 'shared' belongs to a .* \((ada|bo)@example.com\) than .* 'Late@/,
		);
		expect(failure.description).toMatch(/leave 'Email Address' empty.*Nothing was assigned to this person$/);
	}
	expect(await count('/assign')).toBe(1);
});

it('leaves nothing of an execution in memory', async () => {
	const runOnce = async () => {
		const execution = createRunExecutionData();
		const rows = Array.from({ length: 25 }, (_, index) => row(`${index}@x.de`));
		await inviting.inviteAnyway({ ...EACH, assignedGroups: ['Autumn intake'] }, rows, { execution });
		const contexts = Object.values(execution.executionData?.contextData ?? {});
		return [execution, ...contexts, ...rows].map((one) => new WeakRef(one));
	};
	const [first] = [await runOnce(), await runOnce()];
	setFlagsFromString('--expose-gc');
	runInNewContext('gc()');
	expect(first.map((one) => one.deref()).filter((one) => one !== undefined)).toEqual([]);
});

const VALUE = '={{ $json.value }}';
const SINCE = { assignedOnOrAfter: '2026-01-01' };
const UNKNOWN_ID = /^Your account has no assessment with the ID '9b1deb4d-.+' \('Assessment Names or IDs'\)/;

const ADDRESS = /^'Unique Identifier' 'Q' is also in item 1, .+ 'a@x.de' instead of 'b@x.de'.* by 'Email Address'/;
const IDENTIFIER = /also in item 2, but with the unique identifier 'Q' instead of 'R'/;
const NAME = /^'Email Address' 'A@x.de' is also in item 1, .+ name 'Ann' instead of 'Bea'.* by 'Unique Id/;

/** Rows of one list (email address, identifier, given name, surname), and the problem of each row that contradicts an earlier one. */
const LISTS: Array<[what: string, rows: string, problems: Array<RegExp | undefined>]> = [
	['a placeholder for two people, and a row between', 'a@x.de, Q | , Q | b@x.de, Q', [undefined, undefined, ADDRESS]],
	['a repeated row', 'a@x.de, Q | b@x.de, Q | A@x.de, Q', [undefined, /also in item 1/, undefined]],
	['a row that contradicts two others', 'a@x.de, Q | b@x.de, Q | b@x.de, R', [undefined, /also in item 1/, IDENTIFIER]],
	['siblings by name', 'a@x.de, , Ann | A@x.de, , Bea', [undefined, NAME]],
	['siblings in one column', ', Q, , Ann Fox | , Q, , Bo Fox', [undefined, /name 'Ann Fox' instead of 'Bo/]],
	['one person', 'a@x.de, , José María | A@X.DE, , JOSE  MARIA  | a@x.de, , Dr. José María | a@x.de', []],
	['a wedding, and swapped names', 'a@x.de, , Ann, Fox | a@x.de, , Ann, Roe | a@x.de, , Fox, Ann', []],
	['identifiers that differ in case', ', Q, Ann | , q, Bea', []],
];

describe('rows of one list', () => {
	const EVERY = { ...EACH, givenName: '={{ $json.name }}', surName: '={{ $json.surname }}' };
	const itemOf = ([email = '', identifier = '', name = '', surname = '']: string[]) => ({
		json: { email, identifier, name, surname },
	});
	const itemsOf = (rows: string[]) => rows.map((one) => itemOf(one.split(', ')));

	it.each(LISTS)('with %s are judged before anything is sent', async (_what, list, problems) => {
		const rows = itemsOf(list.split(' | '));
		if (problems.length > 0) {
			const { message, description } = await refusal(EVERY, undefined, rows);
			expect(`${message} ${description}`).toMatch(problems.find(Boolean) ?? /never/);
			expect(await count()).toBe(0);
		}
		expect((await inviting.inviteAnyway(EVERY, rows)).map(({ error }) => error)).toEqual(
			rows.map((_row, index): unknown => problems[index] && expect.stringMatching(problems[index])),
		);
	});

	const runOf = async (execution: IRunExecutionData, settings: Partial<INode> = CONTINUE.settings) =>
		inviting.node('assignment.create', await inviting.invitation(EVERY), { execution, settings });
	const resultsOf = async (...of: Parameters<typeof execute>) =>
		(await execute(...of)).map(({ json }) => json.error ?? json.alreadyAssigned);

	it('are judged against what earlier rounds of a loop did, and not against themselves in an earlier try', async () => {
		const node = await runOf(createRunExecutionData());
		await execute(node, itemsOf(['a@x.de, , Ann']));
		await inviting.inject({ kind: 'status', status: 400 }, '/assign', { times: 2 });
		await execute(node, itemsOf(['typo@x.de, Q']));
		const random = { ...node.parameters, uniqueIdentifier: '=no. {{ Math.random() }}' };
		await executeWithRetries({ ...node, parameters: random }, itemsOf(['b@x.de']), { tries: 2 });
		const isOther = expect.stringMatching(/ also in item 1 of an earlier batch, but with the name 'Ann' instead of/);
		const rows = ['a@x.de, , Bea', 'a@x.de, , Ann', 'right@x.de, Q', 'b@x.de'];
		expect(await resultsOf(node, itemsOf(rows))).toEqual([isOther, true, false, true]);
	});

	it.each([
		['calls of a tool', createRunExecutionData(), { type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' }],
		['runs outside of an execution', createEmptyRunExecutionData()],
		['nodes', createRunExecutionData(), { name: 'One' }, { name: 'Other' }],
	])("aren't judged against those of other %s", async (_what, execution, one?: Partial<INode>, other = one) => {
		expect(await resultsOf(await runOf(execution, one), itemsOf(['a@x.de, , Ann']))).toEqual([false]);
		expect(await resultsOf(await runOf(execution, other), itemsOf(['a@x.de, , Bea']))).toEqual([true]);
	});

	it('are all named in the error if they are unusable, and nothing is sent for anyone', async () => {
		const rows = [...'abcdefghijk'].map((name) => row(`${name}@example.com`));
		for (const index of [2, 4]) rows[index] = row('N/A');
		const two = await refusal(EACH, undefined, rows);
		expect(two.message).toMatch(/'N\/A' \[item 3\]$/);
		expect(two.description).toMatch(/Item 5 can't be used either\. Nothing was sent/);
		const alike = await refusal(EACH, undefined, [row('N/A'), row('N/A')]);
		expect(alike.message).toMatch(/'N\/A'$/);
		expect(alike.description).not.toMatch(/either/);
		const many = ['a@example.com', ...'bcdefghijk'].map((email, index) => ({ json: { email, row_number: index + 2 } }));
		expect(await refusal(EACH, undefined, many)).toMatchObject({
			message: expect.stringMatching(/\[row 3\]$/),
			description: expect.stringMatching(/Rows 4, 5, 6, 7, 8, and 4 more can't be used either/),
		});
		expect((await refusal(EACH, undefined, many.slice(0, 7))).description).toMatch(/Rows 4, 5, 6, 7, and 8 can't /);
		expect(await count()).toBe(0);
	});

	it('are named in their order and nothing is assigned, also if the list that shows it comes late', async () => {
		await inviting.inject({ kind: 'latency', minMs: 500, maxMs: 500 }, '/groups');
		const parameters = { uniqueIdentifier: '={{ $json.id }}', assignedGroups: '={{ $json.group }}' };
		const assessmentId = assessmentName('={{ $json.assessment }}');
		const rows = [['English Speaking'], ['English Speaking', 'Winter'], ['Old'], ['Older']];
		const items = rows.map(([assessment = '', group = ''], id) => ({ json: { id, assessment, group } }));
		const failure = await refusal({ ...parameters, assessmentId }, undefined, items);
		expect(failure.message).toMatch(/^Your account has no group called 'Winter'.* \[item 2\]$/);
		expect(failure.description).toMatch(/Items 3 and 4 can't be used either/);
		expect(await count('/assign')).toBe(0);
	});

	it.each([
		[row('a@x.de'), row('A@x.de')],
		[row('a@x.de', 'A'), row('', 'A')],
		[row('a@x.de', 'A'), row('a@x.de')],
		[row('a@x.de'), row('a@x.de', 'A')],
	])('about one person assign to the first one, however long its reads take: %j, %j', async (...items) => {
		await inviting.inject({ kind: 'latency', minMs: 5_000, maxMs: 5_000 }, '/score');
		expect((await invite(EACH, undefined, items)).map((one) => one.alreadyAssigned)).toEqual([false, true]);
		expect(await count('/assign')).toBe(1);
	});

	it.each<[operation: OperationName, parameters: INodeParameters, good: unknown, bad: unknown, says?: RegExp]>([
		['file.downloadAudio', { link: VALUE }, '2020q3/response-audio/1', '../1', /^'Link' isn't a link to one of the/],
		['score.getAll', { filters: { groupIds: VALUE } }, ['Autumn intake'], ['Winter'], /no group called 'Winter' \('G/],
		['score.getAll', { filters: { assessmentNames: VALUE } }, ['Klingon'], [NO_ID], UNKNOWN_ID],
		['assignment.getAll', { assignedOnOrAfter: VALUE }, '2026-01-01', ''],
		['assignment.getAll', { ...SINCE, filters: { assessmentNames: VALUE } }, ['Klingon'], [NO_ID], UNKNOWN_ID],
	])('send nothing with %s and %j if the last is unusable', async (operation, parameters, good, bad, says = /./) => {
		const items = [...new Array<unknown>(12).fill(good), bad].map((value) => ({ json: { value } as IDataObject }));
		const failure = await inviting.failure(operation, parameters, items);
		expect(failure.message).toMatch(says);
		expect(failure.message).toMatch(/\[item 13\]$/);
		const sent = await inviting.requests();
		expect(sent.filter(({ endpoint }) => !['/groups', '/assessments'].includes(endpoint ?? ''))).toEqual([]);
	});
});

describe('credentials with expressions', () => {
	const ofItems = (one: Parameters<typeof run>[0], two: Parameters<typeof run>[0]) => {
		const chosen = (field: 'apiKey' | 'baseHost') =>
			`={{ ${JSON.stringify([one[field], two[field]])}[$json.account] }}`;
		return { apiKey: chosen('apiKey'), baseHost: chosen('baseHost'), apiVersion: '2020q3' };
	};
	const items = ['first', 'second'].map((name, account) => ({
		json: { account, name, email: `${name}@example.com`, identifier: 'same' },
	}));

	it('use the account of each item, and rows of two accounts are not compared', async () => {
		const credentials = ofItems(inviting.credentials(), other.credentials());
		const output = await run(credentials, 'assignment.create', { ...EACH, ...ASSESSMENT }, items);
		expect(output.map(({ json }) => json.alreadyAssigned)).toEqual([false, false]);
		const assigned = await Promise.all([inviting, other].map(async ({ requests }) => await requests('/assign')));
		const body = (emailAddress: string) => [{ body: { emailAddress } }];
		expect(assigned).toMatchObject([body('first@example.com'), body('second@example.com')]);
	});

	it('name the item whose API key is refused', async () => {
		const credentials = ofItems(inviting.credentials(), { ...inviting.credentials(), apiKey: 'wrong' });
		const failure = await failureOf(run(credentials, 'assignment.create', { ...EACH, ...ASSESSMENT }, items));
		expect(failure.message).toMatch(/^The service didn't accept the API key.* \[item 2, second@example\.com\]$/);
		expect(await count('/assign')).toBe(0);
	});
});

describe('hints tell', () => {
	it('how many people were created without an address, also in a long list', async () => {
		const items = Array.from({ length: 101 }, (_, index) => row('', `${index}`));
		// The fields are those of a person who has none.
		const complete = { json: { Source: 'CRM', ...row('a@x.de', '0').json } };
		const hints = await inviting.hints('assignment.create', await inviting.invitation(EACH), items.with(0, complete));
		const without =
			/^In 100 of 101 rows, the person was created without an email address\. The expression found nothing\. .*fields 'email', 'identifier'\.$/;
		expect(hints).toEqual([expect.stringMatching(without)]);
	});

	it.each(['givenName', 'surName'])("if no one has a name although '%s' reads it", async (name) => {
		const names = { emailAddress: '={{ $json.email }}', [name]: '={{ $json.First }}' };
		const items = ['Ada', '', ''].map((First, index) => ({ json: { email: `${First}${index}@x.de`, First } }));
		// An item that fails isn't invited, so its name doesn't count.
		items.push({ json: { email: 'N/A', First: 'Total' } });
		const parameters = await inviting.invitation(names);
		const hintsFor = async (from: number) =>
			await inviting.hints('assignment.create', parameters, items.slice(from), CONTINUE);
		expect(await hintsFor(0)).toEqual([]);
		expect(await hintsFor(1)).toContainEqual(
			expect.stringMatching(/^In 2 of 2 rows, the person came without a name\. The expression found.*'First'\.$/),
		);
		expect(await hintsFor(3)).toEqual([]);
	});
});
