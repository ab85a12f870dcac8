import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { execute } from '../support/n8nContext.ts';
import { assessmentName, byIdentifier, textOf, useAction } from './support.ts';

const action = useAction();

const named = (...names: string[]) => names.map((name) => ({ json: { name } }));
const OF_ITEM = { name: '={{ $json.name }}' };

const create = async (items: INodeExecutionData[], more: INodeParameters = {}) =>
	await execute(
		action.node('group.create', { ...OF_ITEM, ...more }, { settings: { onError: 'continueErrorOutput' } }),
		items,
	);

/** How often the list was read, and the names in the requests to create a group. */
async function groupRequests() {
	const sent = await action.requests('/groups');
	const created = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
	return { reads: sent.length - created.length, created };
}
const groupsOf = async () => (await action.control().state()).groups;

describe('Group: Create', () => {
	it('returns one group for all rows that name it, new or existing', async () => {
		const [autumn] = await groupsOf();
		const items = named('7b', ' 7B', 'AUTUMN\u00a0intake', '8a', '7b', '8A\u200b', '7b ');
		const created = (await create(items)).map(({ json }) => json);
		const [first, , , eighth] = created;
		expect(created).toEqual([
			{ name: '7b', groupId: first?.groupId, alreadyExisted: false },
			{ name: '7b', groupId: first?.groupId, alreadyExisted: true },
			{ ...autumn, alreadyExisted: true },
			{ name: '8a', groupId: eighth?.groupId, alreadyExisted: false },
			{ name: '7b', groupId: first?.groupId, alreadyExisted: true },
			{ name: '8a', groupId: eighth?.groupId, alreadyExisted: true },
			{ name: '7b', groupId: first?.groupId, alreadyExisted: true },
		]);
		expect(await groupRequests()).toEqual({ reads: 1, created: [{ name: '7b' }, { name: '8a' }] });
	});

	it('creates each group once in several executions at once, and again later', async () => {
		const classes = Array.from({ length: 12 }, (_class, index) => `Class ${index % 4}`);
		const rounds = [classes, classes.toReversed(), classes.map((name) => name.toUpperCase())];
		const all = [
			...(await Promise.all(rounds.map(async (names) => await create(named(...names))))),
			await create(named(...classes)),
		];
		const created = all.flat().filter(({ json }) => json.alreadyExisted === false);
		expect(new Set(all.flat().map(({ json }) => json.groupId)).size).toBe(4);
		expect(created).toHaveLength(4);
		expect((await groupRequests()).created).toHaveLength(4);
		expect(await groupsOf()).toHaveLength(3 + 4);
	});

	it('creates another group on request', async () => {
		const created = await create(named('7b', '7b'), { ifGroupExists: 'createAnother' });
		expect(created.map(({ json }) => json.alreadyExisted)).toEqual([false, false]);
		expect(await groupRequests()).toEqual({ reads: 1, created: [{ name: '7b' }, { name: '7b' }] });
		const [one, other] = created.map(({ json }) => textOf(json.groupId));
		const failure = await action.failure('group.create', { name: '7B' });
		expect([failure.message, failure.description]).toEqual([
			"Your account has several groups called '7B' ('Name')",
			`Use the ID of one of them: '${one}', '${other}'`,
		]);
		expect((await groupRequests()).created).toHaveLength(2);
	});

	it('creates no group if a later row names several', async () => {
		await create(named('twice', 'twice'), { ifGroupExists: 'createAnother' });
		const failure = await action.failure('group.create', OF_ITEM, named('7b', 'Twice'));
		expect(failure.message).toMatch(/several groups called 'Twice' .*item 2/);
		expect((await groupRequests()).created).toEqual([{ name: 'twice' }, { name: 'twice' }]);
	});

	it("isn't repeated after a lost response, but the next row or run looks for the group first", async () => {
		await action.inject({ kind: 'cut', after: true }, '/groups', { match: { method: 'POST', path: '/groups' } });
		const [lost, found] = await create(named('7b', '7b'));
		expect(lost?.json.error).toMatch(/may still have gone through/);
		expect(found?.json).toMatchObject({ name: '7b', alreadyExisted: true });
		expect(await create(named('7b'))).toMatchObject([{ json: found?.json }]);
		expect(await groupRequests()).toEqual({ reads: 3, created: [{ name: '7b' }] });
	});

	it("creates nothing if the list can't be read, and asks for it once for all rows", async () => {
		await action.inject({ kind: 'status', status: 503 }, '/groups', {
			match: { method: 'GET', path: '/groups' },
			times: 'always',
		});
		const failed = await create(named(...'abcdefghij'));
		for (const { json } of failed) expect(json.error).toContain('GET /groups');
		const { reads, created } = await groupRequests();
		expect(created).toEqual([]);
		expect(reads).toBe(4);
	});
});

describe('groups by name', () => {
	it('are looked up once for all items, and never for IDs', async () => {
		const [autumn, paris] = await groupsOf();
		const [one = '', two = ''] = [autumn?.groupId, paris?.groupId];
		const filter = async (...values: unknown[]) => {
			await action.control().clearRequests();
			const items = values.map((groups) => ({ json: { groups: groups as string[] } }));
			await action.run('score.getAll', { filters: { groupIds: '={{ $json.groups }}' } }, items);
			return (await action.requests('/scores')).map(({ body }) => (body as { groupIds?: string[] }).groupIds);
		};
		expect(await filter(['autumn INTAKE'], 'Equipe Paris, Autumn intake', [one, two])).toEqual(
			expect.arrayContaining([[one], [two, one], [one, two]]),
		);
		expect((await groupRequests()).reads).toBe(1);
		expect(await filter([one], `${one},${two}`, '')).toEqual(expect.arrayContaining([[one], [one, two], undefined]));
		expect((await groupRequests()).reads).toBe(0);
		const failure = await action.failure('score.getAll', { filters: { groupIds: ['Winter'] } });
		expect(failure.message).toBe("Your account has no group called 'Winter' ('Group Names or IDs')");
		expect(failure.description).toContain("'Autumn intake'");
	});

	it('reach an invitation, and an unknown one assigns nothing', async () => {
		const [autumn, paris] = await groupsOf();
		const invitation = { assessmentId: assessmentName('English Speaking'), uniqueIdentifier: '={{ $json.id }}' };
		const groups = { assignedGroups: '={{ $json.groups }}' };
		const items = [
			{ json: { id: 'a', groups: 'Autumn intake' } },
			{ json: { id: 'b', groups: [paris?.groupId ?? ''] } },
			{ json: { id: 'c', groups: '' } },
		];
		await action.run('assignment.create', { ...invitation, ...groups }, items);
		expect((await groupRequests()).reads).toBe(1);
		const users = await Promise.all(
			items.map(async ({ json }) => await action.control().user({ uniqueIdentifier: json.id })),
		);
		expect(users.map(({ groupIds }) => groupIds)).toEqual([[autumn?.groupId], [paris?.groupId], []]);
		const again = { ...invitation, ...groups, uniqueIdentifier: 'a', assignedGroups: ['Autumn intake'] };
		expect((await action.hints('assignment.create', again, [{ json: {} }])).join()).toContain(
			"weren't added to the groups",
		);
		const failure = await action.failure('assignment.create', { ...invitation, ...groups }, [
			{ json: { id: 'd', groups: 'Winter' } },
		]);
		expect(failure.message).toContain("no group called 'Winter'");
		expect(await action.runJson('score.get', { user: byIdentifier('d'), ifUserNotFound: 'skip' })).toEqual([]);
	});
});
