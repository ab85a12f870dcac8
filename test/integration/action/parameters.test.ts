import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { userIdentity } from '../../../nodes/EnterpriseAssessment/user.ts';
import { readAccount } from '../../../nodes/api/request/caller.ts';
import { outputLimit, requestBudget } from '../../../nodes/EnterpriseAssessment/parameters.ts';
import { executeContext } from '../support/n8nContext.ts';
import type { OperationName } from './support.ts';
import { actionNode } from './support.ts';

const CREDENTIALS = { apiKey: 'key', baseHost: 'https://h.example', apiVersion: '2020q3' };

/** The second of two items, with the parameters that the user set. */
function runOf(
	operation: OperationName,
	parameters: INodeParameters,
): { context: IExecuteFunctions; itemIndex: number } {
	const items = [{ json: {} }, { json: { name: 'of item 1', number: 4711, list: ['a', 'b'], yes: 'true' } }];
	return { context: executeContext(actionNode(CREDENTIALS, operation, parameters), items).context, itemIndex: 1 };
}

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

describe('the user', () => {
	it.each<[INodeParameters, object]>([
		[{ user: locator('emailAddress', ' n@x.example ') }, { emailAddress: 'n@x.example' }],
		[{ user: locator('uniqueIdentifier', 'A1') }, { uniqueIdentifier: 'A1' }],
		[{ user: locator('userId', 'u1') }, { userId: 'u1' }],
		[{ user: locator('uniqueIdentifier', '={{ $json.number }}') }, { uniqueIdentifier: '4711' }],
		[{ user: locator('uniqueIdentifier', '={{ $json.name }}') }, { uniqueIdentifier: 'of item 1' }],
		[{ user: '={{ " Nora@example.com " }}' }, { emailAddress: 'Nora@example.com' }],
	])('%j is %j', (parameters, identity) => {
		expect(userIdentity(runOf('score.get', parameters))).toEqual(identity);
	});
});

describe('the limit', () => {
	it.each<[INodeParameters, number]>([
		[{}, 50],
		[{ limit: 1 }, 1],
		[{ limit: '={{ 7 }}' }, 7],
		[{ limit: '={{ "7" }}' }, 7],
		[{ returnAll: true }, Number.POSITIVE_INFINITY],
		[{ returnAll: '={{ $json.yes }}' }, Number.POSITIVE_INFINITY],
		[{ returnAll: '={{ "false" }}', limit: 3 }, 3],
	])('%j is %d', (parameters, limit) => {
		expect(outputLimit(runOf('group.getAll', parameters))).toBe(limit);
	});

	it.each([0, -1, 1.5, '={{ "many" }}', '={{ null }}'])('%s is an error', (limit) => {
		expect(() => outputLimit(runOf('group.getAll', { limit }))).toThrow(
			expect.objectContaining({
				message: "The parameter 'Limit' must be a whole number of at least 1",
				description: "Change 'Limit', or turn on 'Return All'",
			}),
		);
	});
});

describe('seconds', () => {
	it.each<[INodeParameters, object]>([
		[{}, {}],
		[{ timeout: 1 }, { timeoutMs: 1_000 }],
		[
			{ timeout: 1.5, maxRateLimitWait: 0 },
			{ timeoutMs: 1_500, maxRateLimitWaitMs: 0 },
		],
		[{ timeout: '={{ "20" }}' }, { timeoutMs: 20_000 }],
	])('%j are %j', (options, limits) => {
		expect(requestBudget(runOf('group.getAll', { options }))).toEqual(limits);
	});

	it.each<[INodeParameters, problem: string]>([
		[{ timeout: 0 }, "'Timeout (Seconds)' needs a number from 1 to 86400 (one day), but got the number 0"],
		[
			{ timeout: 9_999_999 },
			"'Timeout (Seconds)' needs a number from 1 to 86400 (one day), but got the number 9999999",
		],
		[{ timeout: '' }, "'Timeout (Seconds)' needs a number from 1 to 86400 (one day), but got nothing"],
		[
			{ timeout: '={{ "a minute" }}' },
			"'Timeout (Seconds)' needs a number from 1 to 86400 (one day), but got a minute",
		],
		[
			{ maxRateLimitWait: -1 },
			"'Max Rate Limit Wait (Seconds)' needs a number from 0 to 86400 (one day), but got the number -1",
		],
	])('%j are an error', (options, problem) => {
		expect(() => requestBudget(runOf('group.getAll', { options }))).toThrow(
			expect.objectContaining({
				message: `The option ${problem}`,
				description: 'Enter a number of seconds, or remove the option',
			}),
		);
	});
});

it('the account is what was pasted into the credentials, and its id does not give the key away', async () => {
	const accountOf = async (change: Partial<typeof CREDENTIALS>) =>
		await readAccount(executeContext(actionNode({ ...CREDENTIALS, ...change }, 'group.getAll'), []).context);
	const pasted = { apiKey: ' key\n', baseHost: ' https://H.example/beta/ ', apiVersion: ' 2020q1 ' };
	const { id, ...account } = await accountOf(pasted);
	expect(account).toMatchObject({ apiKey: 'key', baseHost: 'https://h.example', apiVersion: '2020q1' });
	expect(id).toMatch(/^[\da-f]{64}$/);
	expect(await accountOf({ apiVersion: '' })).toMatchObject({ apiVersion: '2020q3', id });
	expect((await accountOf({ apiKey: 'another' })).id).not.toBe(id);
});
