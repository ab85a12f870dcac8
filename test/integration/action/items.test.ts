import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode, assessmentId, byIdentifier, failureOf, run, seedAssessmentId } from './support.ts';

const service = useSimulator();

/** One output item per input item. */
const ONE_EACH = { user: byIdentifier('={{ $json.id }}'), output: 'users' };

function itemsFor(...ids: string[]) {
	return ids.map((id) => ({ json: { id } }));
}

describe('several items', () => {
	it('keep their order and are paired with their input, however long each takes', async () => {
		const { simulator, credentials } = service();
		await simulator.control.configure({ latency: { minMs: 0, maxMs: 200 } });
		const ids = ['EMP-001', 'EMP-002', 'EMP-004', 'EMP-005', 'EMP-006', 'EMP-008'];
		const scores = await run(credentials, 'score.get', ONE_EACH, itemsFor(...ids));
		expect(scores.map(({ json }) => json.uniqueIdentifier)).toEqual(ids);
		expect(scores.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_id, item) => ({ item })));
	});

	it('may each give several outputs, or another operation by expression', async () => {
		const { credentials } = service();
		const items = [{ json: { limit: 2 } }, { json: { limit: 1 } }];
		const groups = await run(credentials, 'group.getAll', { limit: '={{ $json.limit }}' }, items);
		expect(groups.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }, { item: 1 }]);
	});

	it('without input items there is no output and no request', async () => {
		const { credentials, requests } = service();
		expect(await run(credentials, 'group.getAll', {}, [])).toEqual([]);
		expect(await requests()).toEqual([]);
	});
});

it('a run goes on with the credentials that it began with', async () => {
	const { simulator, credentials, requests } = service();
	const edited = { ...credentials };
	const fault = { kind: 'latency', minMs: 300, maxMs: 300 } as const;
	await simulator.control.inject({ match: { path: '/assessments' }, fault });
	const parameters = { assessmentId: assessmentId(await seedAssessmentId(simulator)), emailAddress: 'a@example.com' };
	const running = execute(actionNode(edited, 'assignment.create', parameters));
	await vi.waitFor(async () => expect(await requests()).toHaveLength(1));
	edited.apiKey = 'of-another-account';
	expect(await running).toMatchObject([{ json: { alreadyAssigned: false } }]);
	expect((await requests()).map(({ status }) => status)).toEqual([200, 204, 200]);
});

describe('a failing item', () => {
	it.each([
		{ onError: 'continueRegularOutput' as const },
		{ onError: 'continueErrorOutput' as const },
		{ continueOnFail: true },
		{ type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' },
	])('becomes an error item when the node continues, or is a tool of an agent: %o', async (settings) => {
		const { credentials, requests } = service();
		const node = actionNode(credentials, 'score.get', ONE_EACH, { settings });
		const scores = await execute(node, itemsFor('EMP-001', 'nobody', '', 'EMP-002'));
		expect(scores.map(({ json }) => json.uniqueIdentifier ?? json.error)).toEqual([
			'EMP-001',
			expect.stringMatching(/^Your account has no such user \(unique identifier nobody\)\. .*'If User Not Found'/),
			expect.stringMatching(/^The parameter 'User' is empty\. Enter/),
			'EMP-002',
		]);
		expect(await requests()).toHaveLength(3);
		// With a second field, n8n 1.x would send it to the success output.
		expect(Object.keys(scores[1]?.json ?? {})).toEqual(['error']);
		expect(scores[1]?.error).toBeUndefined();
		expect(scores.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	});

	it('stops the node otherwise, once those on their way are done, and the error says where and what then', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.inject({ fault: { kind: 'latency', minMs: 300, maxMs: 300 }, times: 'always' });
		const many = ['EMP-001', 'nobody', ...Array.from({ length: 40 }, () => 'EMP-002')];
		const failure = await failureOf(run(credentials, 'score.get', ONE_EACH, itemsFor(...many)));
		expect(failure).toMatchObject({ context: { itemIndex: 1 } });
		const sent = await requests();
		expect(sent.length).toBeLessThan(20);
		expect(sent.every(({ status }) => status !== null)).toBe(true);
		expect(failure.message).toBe('Your account has no such user (unique identifier nobody) [row 2 of the list]');
		expect(failure.description).toContain(`${sent.length - 1} of 42 items were already processed`);
		expect(failure.description).toContain("'Continue (using error output)'");
	});

	it.each([
		[{ 'E-mail': 'ada@example.com' }, "The parameter 'User' is empty [row 3 of the list, ada@example.com]"],
		[{ email: ' ', uniqueIdentifier: 'A-3' }, "The parameter 'User' is empty [row 3 of the list, A-3]"],
		[{ id: 'A-3', email: 'A-3' }, 'Your account has no such user (unique identifier A-3) [row 3 of the list]'],
		[{ name: 'Ada' }, "The parameter 'User' is empty [row 3 of the list]"],
	])('is named once by the person in %j', async (person, message) => {
		const items = [...itemsFor('EMP-001', 'EMP-002'), { json: { id: '', ...person } }];
		const failure = await failureOf(run(service().credentials, 'score.get', ONE_EACH, items));
		expect(failure.message).toBe(message);
	});

	it.each<[what: string, json: IDataObject, expression: string, description: string]>([
		[
			'the fields of the item',
			{ 'E-Mail': 'ada@example.com', 'First Name': 'Ada' },
			'={{ $json.Email }}',
			"The input item has the fields 'E-Mail', 'First Name'",
		],
		['that the item is empty', {}, '={{ $json.Email }}', 'The input item has no fields'],
		[
			'a wrong delimiter',
			{ 'Email;First Name;Last Name': 'ada@example.com;Ada;Lovelace' },
			'={{ $json.Email }}',
			"The list has only the column 'Email;First Name;Last Name', because its columns are separated by semicolons. Set 'Delimiter' in the options of the node Extract from File to ;",
		],
	])('whose expression returns nothing tells %s', async (_what, json, expression, description) => {
		for (const [operation, parameters] of [
			['score.get', { user: byIdentifier(expression) }],
			['group.create', { name: expression }],
			['file.downloadText', { link: expression }],
			['assignment.create', { assessmentId: assessmentId('a'), emailAddress: expression }],
		] as const) {
			const failure = await failureOf(run(service().credentials, operation, parameters, [{ json }]));
			expect(failure.description).toContain(description);
		}
	});

	it('that was left empty tells nothing of the fields', async () => {
		const failure = await failureOf(run(service().credentials, 'group.create', { name: '' }, [{ json: { a: 1 } }]));
		expect(failure.description).toBe('Enter a name for the new group');
	});

	it('is not blamed for credentials that can not work', async () => {
		const { credentials } = service();
		const items = itemsFor('EMP-001', 'EMP-002');
		for (const [apiKey, message] of [
			[' ', /^The 'API Key' of the credentials is empty$/],
			['wrong', /^The service did not accept the API key[^[]*$/],
		] as const) {
			const failure = await failureOf(run({ ...credentials, apiKey }, 'score.get', ONE_EACH, items));
			expect(failure.message).toMatch(message);
			expect(failure.description).not.toContain('already processed');
		}
	});
});

describe('a cancelled execution', () => {
	it('starts no further item', async () => {
		const { simulator, credentials, requests } = service();
		await simulator.control.configure({ latency: { minMs: 100, maxMs: 100 } });
		const controller = new AbortController();
		const many = itemsFor(...Array.from({ length: 100 }, () => 'EMP-001'));
		const running = execute(actionNode(credentials, 'score.get', ONE_EACH), many, controller.signal);
		while ((await requests()).length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
		controller.abort();
		await running.catch(() => undefined);
		// What was on its way when the signal came may still arrive.
		await new Promise((resolve) => setTimeout(resolve, 200));
		const sent = (await requests()).length;
		await new Promise((resolve) => setTimeout(resolve, 1_200));
		expect((await requests()).length).toBe(sent);
		expect(sent).toBeLessThan(20);
	});
});
