import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { execute } from '../support/n8nContext.ts';
import { refusal } from '../support/simulator.ts';
import { when } from '../support/virtualTime.ts';
import { assessmentName, byIdentifier, run, textOf, useAction } from './support.ts';

const action = useAction();

const named = (...names: string[]) => names.map((name) => ({ json: { name } }));
const OF_ITEM = { name: '={{ $json.name }}' };

const create = async (items: INodeExecutionData[], more: INodeParameters = {}) => {
	const settings = { onError: 'continueErrorOutput' } as const;
	return await execute(action.node('group.create', { ...OF_ITEM, ...more }, { settings }), items);
};

/** How often the list was read, and the names in the requests to create a group. */
async function groupRequests() {
	const sent = await action.requests('/groups');
	const created = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
	return { reads: sent.length - created.length, created };
}
const groupsOf = async () => (await action.control().state()).groups;

const LIST = { match: { method: 'GET', path: '/groups' } };
const CREATION = { match: { method: 'POST', path: '/groups' } };

const ONLY_LOOKED = /^Nothing was sent, because it's unclear whether an earlier request for this group went through/;

/** From now on, the service's list doesn't show new groups. */
async function hideNewGroups() {
	const json = { groups: await groupsOf() };
	await action.inject({ kind: 'json', json }, '/groups', { ...LIST, times: 'always' });
}

describe('Group: Create', () => {
	it('returns one group for all rows that name it, new or existing, even if they take minutes', async () => {
		const [autumn] = await groupsOf();
		await action.inject(refusal('130'), '/groups', { ...CREATION, skip: 1 });
		const items = named(' 7b', '7B', 'AUTUMN\u00a0intake', '8a', '7b', '8A\u200b', '7b ');
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
		expect(await groupRequests()).toEqual({ reads: 1, created: [{ name: '7b' }, undefined, { name: '8a' }] });
	});

	it('creates each group once in several executions at once, and again later', async () => {
		const classes = Array.from({ length: 12 }, (_class, index) => `Class ${index % 4}`);
		const rounds = [classes, classes.toReversed(), classes.map((name) => name.toUpperCase())];
		const all = (await Promise.all(rounds.map(async (names) => await create(named(...names))))).flat();
		all.push(...(await create(named(...classes))));
		const created = all.filter(({ json }) => json.alreadyExisted === false);
		expect(new Set(all.map(({ json }) => json.groupId)).size).toBe(4);
		expect(created).toHaveLength(4);
		expect((await groupRequests()).created).toHaveLength(4);
		expect(await groupsOf()).toHaveLength(3 + 4);
	});

	it('creates another group on request, and none if a row names several', async () => {
		const created = await create(named('7b', '7b'), { ifGroupExists: 'createAnother' });
		expect(created.map(({ json }) => json.alreadyExisted)).toEqual([false, false]);
		const [one, other] = created.map(({ json }) => textOf(json.groupId));
		const failure = await action.failure('group.create', OF_ITEM, named('8a', '7B'));
		expect(failure.message).toMatch(/^Your account has several groups called '7B' \('Name'\) \[item 2/);
		expect(failure.description).toContain(`Use the ID of one of them: '${one}', '${other}'`);
		expect(await groupRequests()).toEqual({ reads: 1, created: [{ name: '7b' }, { name: '7b' }] });
	});

	it("isn't repeated after a lost response, but the next row or run looks for the group first", async () => {
		await action.inject({ kind: 'cut', after: true }, '/groups', CREATION);
		const [lost, found] = await create(named('7b', '7b'));
		expect(lost?.json.error).toMatch(/may still have gone through\. Wait two minutes and run this item again\. /);
		expect(found?.json).toMatchObject({ name: '7b', alreadyExisted: true });
		expect(await create(named('7b'))).toMatchObject([{ json: found?.json }]);
		expect(await groupRequests()).toEqual({ reads: 3, created: [{ name: '7b' }] });
	});

	it('after a request that timed out, only looks for the group for two minutes, however late it shows up', async () => {
		await hideNewGroups();
		await action.inject({ kind: 'hang', after: true }, '/groups', CREATION);
		const [lost, doubtful, other] = await create(named('7B', ' 7b', '8a'));
		expect(lost?.json.error).toMatch(/may still have gone through/);
		expect(doubtful?.json.error).toMatch(ONLY_LOOKED);
		expect(other?.json).toMatchObject({ name: '8a', alreadyExisted: false });
		const refused = await action.failure('group.create', { name: '7b' });
		expect(refused.message).toMatch(ONLY_LOOKED);
		expect(refused.description).toMatch(/^Wait two minutes and run this item again\. The node first looks for /);
		expect((await groupRequests()).created).toEqual([{ name: '7B' }, { name: '8a' }]);
		await action.control().clearFaults();
		const [{ groupId } = { groupId: '' }] = (await groupsOf()).filter(({ name }) => name === '7B');
		expect(await create(named('7b'))).toMatchObject([{ json: { name: '7B', groupId, alreadyExisted: true } }]);
		expect((await groupRequests()).created).toHaveLength(2);
	});

	it('two minutes after a request that never arrived, creates the group', async () => {
		await action.inject({ kind: 'hang' }, '/groups', CREATION);
		await create(named('7b'));
		await monotonicClock.sleep(119_900);
		expect((await action.failure('group.create', { name: '7b' })).message).toMatch(ONLY_LOOKED);
		await monotonicClock.sleep(200);
		expect(await create(named('7b'))).toMatchObject([{ json: { name: '7b', alreadyExisted: false } }]);
		expect(await groupsOf()).toHaveLength(3 + 1);
	});

	it("'Create Another Group' doesn't wait, and another account has no part in it", async () => {
		await action.inject({ kind: 'hang' }, '/groups', CREATION);
		const losing = create(named('7b'), { ifGroupExists: 'createAnother' });
		await when(async () => expect((await groupRequests()).created).toHaveLength(1));
		const began = monotonicClock.now();
		const another = { ...action.credentials(), apiKey: (await action.control().generateKey()).apiKey };
		expect(await run(another, 'group.create', { name: '7b' })).toMatchObject([{ json: { alreadyExisted: false } }]);
		expect(monotonicClock.now() - began).toBeLessThan(1_000);
		// The node wouldn't look for that group.
		expect((await losing)[0]?.json.error).toMatch(/may still have gone through\. (?!Wait two minutes)/);
		const [created] = await create(named('7b'), { ifGroupExists: 'createAnother' });
		expect(created?.json).toMatchObject({ name: '7b', alreadyExisted: false });
	});

	it('returns a group that an earlier execution created, and invites to it, even if the list shows it late', async () => {
		await hideNewGroups();
		const [first] = await create(named('7b'), { ifGroupExists: 'createAnother' });
		const [again] = await create(named('7B'));
		expect(again?.json).toEqual({ ...first?.json, alreadyExisted: true });
		expect((await groupRequests()).created).toHaveLength(1);
		const person = { assessmentId: assessmentName('English Speaking'), uniqueIdentifier: 'a', assignedGroups: '7B' };
		await action.run('assignment.create', person);
		expect((await action.control().user({ uniqueIdentifier: 'a' })).groupIds).toEqual([first?.json.groupId]);
	});

	it("creates nothing if the list can't be read, and asks for it once for all rows", async () => {
		await action.inject({ kind: 'status', status: 503 }, '/groups', { ...LIST, times: 'always' });
		for (const { json } of await create(named(...'abcdefghij'))) expect(json.error).toContain('GET /groups');
		const { reads, created } = await groupRequests();
		expect(created).toEqual([]);
		expect(reads).toBe(4);
	});
});

const INVITATION = { assessmentId: assessmentName('English Speaking'), uniqueIdentifier: '={{ $json.id }}' };

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
	});

	it('reach an invitation, and an unknown one assigns nothing', async () => {
		const [autumn, paris] = await groupsOf();
		const groups = { assignedGroups: '={{ $json.groups }}' };
		const items = [
			{ json: { id: 'a', groups: 'Autumn intake' } },
			{ json: { id: 'b', groups: [paris?.groupId ?? ''] } },
			{ json: { id: 'c', groups: '' } },
		];
		await action.run('assignment.create', { ...INVITATION, ...groups }, items);
		expect((await groupRequests()).reads).toBe(1);
		const groupsOfUser = async (uniqueIdentifier: string) =>
			(await action.control().user({ uniqueIdentifier })).groupIds;
		expect(await Promise.all(['a', 'b', 'c'].map(groupsOfUser))).toEqual([[autumn?.groupId], [paris?.groupId], []]);
		const again = { ...INVITATION, ...groups, uniqueIdentifier: 'a', assignedGroups: ['Autumn intake'] };
		const hints = await action.hints('assignment.create', again, [{ json: {} }]);
		expect(hints).toContain("The person already had the assessment, so they weren't added to the groups.");
		const unknown = [{ json: { id: 'd', groups: 'Winter' } }];
		const failure = await action.failure('assignment.create', { ...INVITATION, ...groups }, unknown);
		expect(failure.message).toContain("no group called 'Winter'");
		expect(await action.runJson('score.get', { user: byIdentifier('d'), ifUserNotFound: 'skip' })).toEqual([]);
	});

	const ASSIGNED_BEFORE: unknown = expect.stringMatching(/^In 1 of 2 rows, .+ by an earlier execution/);

	it.each([
		[[], []],
		[['Autumn intake'], []],
		[['Autumn intake', 'Equipe Paris'], [ASSIGNED_BEFORE]],
	])("a hint counts the people who come from a failed run without today's groups: %j", async (groups, hints) => {
		const list = [{ json: { id: 'a' } }, { json: { id: 'b' } }];
		const of = (assignedGroups: string[]) => ({ ...INVITATION, assignedGroups });
		await action.inject({ kind: 'status', status: 400 }, '/assign', { skip: 1 });
		await action.failure('assignment.create', of(['Autumn intake']), list);
		expect(await action.hints('assignment.create', of(groups), list)).toEqual(hints);
	});
});
