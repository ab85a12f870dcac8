import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { readAccount } from '../../../nodes/api/request/caller.ts';
import { outputLimit } from '../../../nodes/EnterpriseAssessment/lists.ts';
import { requestBudget } from '../../../nodes/EnterpriseAssessment/parameters.ts';
import { userIdentity } from '../../../nodes/EnterpriseAssessment/user.ts';
import { executeContext } from '../support/n8nContext.ts';
import type { OperationName } from './support.ts';
import { actionNode, byEmail, byIdentifier, byUserId } from './support.ts';

const CREDENTIALS = { apiKey: 'key', baseHost: 'https://h.example', apiVersion: '2020q3' };

/** The second of two items. badInput.test.ts has what is refused. */
function itemOf(operation: OperationName, parameters: INodeParameters) {
	const items = [{ json: {} }, { json: { name: 'of item 1', number: 4711, yes: 'true' } }];
	return { context: executeContext(actionNode(CREDENTIALS, operation, parameters), items).context, itemIndex: 1 };
}

it.each<[INodeParameters[string], object]>([
	[byEmail(' n@x.example '), { emailAddress: 'n@x.example' }],
	[byIdentifier('={{ $json.number }}'), { uniqueIdentifier: '4711' }],
	[byIdentifier('={{ $json.name }}'), { uniqueIdentifier: 'of item 1' }],
	[byUserId('u1'), { userId: 'u1' }],
	['={{ " Nora@example.com " }}', { emailAddress: 'Nora@example.com' }],
])("'User' %j is read as %j", (user, identity) => {
	expect(userIdentity(itemOf('score.get', { user }))).toEqual(identity);
});

it.each<[INodeParameters, number]>([
	[{}, 50],
	[{ limit: 1 }, 1],
	[{ limit: '={{ "7" }}' }, 7],
	[{ returnAll: '={{ $json.yes }}' }, Number.POSITIVE_INFINITY],
	[{ returnAll: '={{ "false" }}', limit: 3 }, 3],
])('%j returns at most %d items', (parameters, limit) => {
	expect(outputLimit(itemOf('group.getAll', parameters))).toBe(limit);
});

it.each<[INodeParameters, object]>([
	[{}, {}],
	[
		{ timeout: 1.5, maxRateLimitWait: 0 },
		{ timeoutMs: 1_500, maxRateLimitWaitMs: 0 },
	],
	[{ timeout: '={{ "20" }}' }, { timeoutMs: 20_000 }],
])('the seconds in %j allow a request %j', (options, budget) => {
	expect(requestBudget(itemOf('group.getAll', { options }))).toEqual(budget);
});

it("an account's credentials can be pasted with blanks and a version, and its ID doesn't show the key", async () => {
	const accountOf = async (change: Partial<typeof CREDENTIALS>) =>
		await readAccount(executeContext(actionNode({ ...CREDENTIALS, ...change }, 'group.getAll'), []).context);
	const pasted = { apiKey: ' key\n', baseHost: ' https://H.example/beta/ ', apiVersion: ' 2020q1 ' };
	const { id, ...account } = await accountOf(pasted);
	expect(account).toMatchObject({ apiKey: 'key', baseHost: 'https://h.example', apiVersion: '2020q1' });
	expect(id).toMatch(/^[\da-f]{64}$/);
	expect(await accountOf({ apiVersion: '' })).toMatchObject({ apiVersion: '2020q3', id });
	expect((await accountOf({ apiKey: 'another' })).id).not.toBe(id);
});
