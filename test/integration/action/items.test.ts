import { type IDataObject, type INodeParameters, jsonParse } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { execute } from '../support/n8nContext.ts';
import { refusal } from '../support/simulator.ts';
import { actionNode, assessmentId, byIdentifier, failureOf, type OperationName, run, useAction } from './support.ts';
import { EACH } from './invitations.ts';

const action = useAction();

/** One output item per input item. */
const ONE_EACH = { user: byIdentifier('={{ $json.id }}'), output: 'users' };

const itemsFor = (...ids: string[]) => ids.map((id) => ({ json: { id } }));

it('without input items, the node sends no requests and returns no items', async () => {
	expect(await action.run('group.getAll', {}, [])).toEqual([]);
	expect(await action.requests()).toEqual([]);
});

it('an execution keeps using the credentials that it started with', async () => {
	const edited = { ...action.credentials() };
	await action.inject(refusal('1'), '/assessments');
	const parameters = { assessmentId: assessmentId(await action.assessmentId()), emailAddress: 'a@example.com' };
	const running = execute(actionNode(edited, 'assignment.create', parameters));
	await action.onceReceived(1, () => (edited.apiKey = 'of-another-account'));
	expect(await running).toMatchObject([{ json: { alreadyAssigned: false } }]);
	expect((await action.requests()).map(({ status }) => status)).toEqual([429, 200, 204, 200]);
});

it("a refused request is sent again before other items' first requests", async () => {
	await action.inject(refusal('1'));
	await action.run('score.get', { ...ONE_EACH, ifUserNotFound: 'skip' }, itemsFor(...'abcdefghij'));
	const answered = (await action.requests()).filter(({ status }) => status !== 429);
	const order = answered.map(({ body }) => (body as IDataObject).uniqueIdentifier);
	expect(order.slice(0, 5).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

describe('a failing item', () => {
	it.each([
		{ onError: 'continueRegularOutput' as const },
		{ onError: 'continueErrorOutput' as const },
		{ continueOnFail: true },
		{ type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' },
	])("becomes an error item if the node continues or is an agent's tool: %o", async (settings) => {
		const node = action.node('score.get', ONE_EACH, { settings });
		const scores = await execute(node, itemsFor('EMP-001', 'nobody', '', 'EMP-002'));
		expect(scores.map(({ json }) => json.uniqueIdentifier ?? json.error)).toEqual([
			'EMP-001',
			expect.stringMatching(/^Your account has no user with the unique identifier nobody\. .*'If User Not Found'/),
			expect.stringMatching(/^The parameter 'User' is empty\. Enter/),
			'EMP-002',
		]);
		expect(await action.requests()).toHaveLength(3);
		// If the item had a second field, n8n 1.x would send it to the success output.
		expect(Object.keys(scores[1]?.json ?? {})).toEqual(['error']);
		expect(scores[1]?.error).toBeUndefined();
		expect(scores.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	});

	it('stops the node by default once the requests in progress are done, and is named in the error', async () => {
		// The node sends the first request again after a pause, but not after the second has failed.
		await action.inject({ kind: 'status', status: 500 });
		await action.inject({ kind: 'latency', minMs: 300, maxMs: 300 }, undefined, { skip: 1, times: 'always' });
		const many = ['EMP-001', 'nobody', ...Array.from({ length: 40 }, () => 'EMP-002')];
		const failure = await action.failure('score.get', ONE_EACH, itemsFor(...many));
		expect(failure).toMatchObject({ context: { itemIndex: 1 } });
		// The editor would add a number of its own.
		expect(Object.keys(failure.context)).not.toContain('itemIndex');
		const sent = await action.requests();
		expect(sent.length).toBeLessThan(10);
		expect(sent.every(({ status }) => status !== null)).toBe(true);
		expect(failure.message).toBe('Your account has no user with the unique identifier nobody [item 2]');
		expect(failure.description).toContain(`${sent.length - 2} of 42 items were already processed. Any changes stay`);
		expect(failure.description).toContain("'Continue (using error output)'");
		const type = 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool';
		const asked = { settings: { type, onError: 'stopWorkflow' as const } };
		const tool = execute(action.node('score.get', ONE_EACH, asked), itemsFor('nobody'));
		expect((await failureOf(tool)).message).toMatch(/nobody$/);
	});

	it.each([
		[{ 'Email Address': 'ada@example.com' }, "The parameter 'User' is empty [item 3, ada@example.com]"],
		[{ email: ' ', unique_identifier: 'A-3' }, "The parameter 'User' is empty [item 3, A-3]"],
		[{ 'e-mail_address': 'A\u200B\n3' }, "The parameter 'User' is empty [item 3, A[U+200B][U+000A]3]"],
		[{ id: 'A-3', email: 'A-3' }, 'Your account has no user with the unique identifier A-3 [item 3]'],
		[{ uniqueIdentifier: 'Ada', row_number: '' }, "The parameter 'User' is empty [item 3, Ada]"],
		[{ name: 'Ada', row_number: 4 }, "The parameter 'User' is empty [row 4]"],
	])('is identified only once in its error, by its row or number and the person in %j', async (person, message) => {
		const items = [...itemsFor('EMP-001', 'EMP-002'), { json: { id: '', ...person } }];
		expect((await action.failure('score.get', ONE_EACH, items)).message).toBe(message);
	});

	it.each<[json: IDataObject, description: string]>([
		[{ 'E-Mail': 'ada@example.com', 'First Name': 'Ada' }, "The input item has the fields 'E-Mail', 'First Name'"],
		[{}, 'The input item has no fields'],
		[jsonParse<IDataObject>('null'), 'The input item has no fields'],
		[{ 'Note; internal': '', Name: 'Ada' }, "The input item has the fields 'Note; internal', 'Name'"],
		[
			{ '\uFEFFEmail': 'ada@example.com', 'First\u00A0Name': 'Ada' },
			"The input item has the fields '[U+FEFF]Email', 'First[U+00A0]Name'. [U+FEFF] is a byte order mark, which no one can see. In the Extract from File node, add the option 'Exclude Byte Order Mark (BOM)' and turn it on",
		],
		[
			{ 'Email;First Name;Last Name': 'ada@example.com;Ada;Lovelace' },
			"The list has only one column, 'Email;First Name;Last Name', because it uses semicolons. In the Extract from File node, add the option 'Delimiter' and enter ';'",
		],
	])('explains why its expression found nothing in %j: %s', async (json, description) => {
		const expression = '={{ $json.Email }}';
		const reading: Array<[OperationName, INodeParameters]> = [
			['score.get', { user: byIdentifier(expression) }],
			['group.create', { name: expression }],
			['file.downloadText', { link: expression }],
			['score.getAll', { filters: { groupIds: expression } }],
			['assignment.create', { assessmentId: assessmentId('a'), emailAddress: expression }],
			['assignment.create', { assessmentId: assessmentId('a'), emailAddress: 'a@x.de', assignedGroups: expression }],
		];
		for (const [operation, parameters] of reading)
			expect((await action.failure(operation, parameters, [{ json }])).description).toContain(description);
	});

	it('says that its expressions found nothing if it has no email address and no identifier', async () => {
		const failure = await action.failure('assignment.create', { assessmentId: assessmentId('a'), ...EACH });
		expect(failure.message).toMatch(/are both empty$/);
		expect(failure.description).toMatch(/ one of them\. The expression found nothing\. The input item has no fields$/);
		// Without an expression, its fields don't matter.
		const { description } = await action.failure('group.create', { name: '' }, [{ json: { a: 1 } }]);
		expect(description).toBe('Enter a name for the new group');
	});

	it.each([
		[' ', /^The 'API Key' in the credentials is empty$/],
		['wrong', /^The service didn't accept the API key[^[]*$/],
	])("isn't identified in an error about the API key (%j)", async (apiKey, message) => {
		const running = run({ ...action.credentials(), apiKey }, 'score.get', ONE_EACH, itemsFor('EMP-001', 'EMP-002'));
		const failure = await failureOf(running);
		expect(failure.message).toMatch(message);
		expect(JSON.stringify([failure.description, failure.context])).not.toMatch(/already processed|itemIndex/);
	});
});

// A request to assign isn't interrupted once it's on its way. So a canceled execution mustn't start one.
it.each(['score.get', 'assignment.create'] as const)('after a cancel, no other item starts: %s', async (operation) => {
	const cancel = new AbortController();
	const many = itemsFor(...Array.from({ length: 100 }, (_, nth) => `new-${nth}`));
	const invitation = { assessmentId: assessmentId(await action.assessmentId()), uniqueIdentifier: '={{ $json.id }}' };
	const parameters = { ...ONE_EACH, ...invitation, ifUserNotFound: 'skip', ifAlreadyAssigned: 'assignAgain' };
	const running = failureOf(execute(action.node(operation, parameters), many, cancel.signal));
	await action.onceReceived(3, () => cancel.abort());
	await running;
	// An account's requests are sent in order, so any that were still waiting would arrive before these.
	for (let request = 0; request < 10; request += 1) await action.run('group.getAll');
	expect((await action.requests()).filter(({ method }) => method === 'POST').length).toBeLessThan(20);
});
