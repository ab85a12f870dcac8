import { expect, test } from 'vitest';

import { pass } from '../support/virtualTime.ts';
import { DAY, fetchTestEvent, ids, useAccount } from './activeWorkflow.ts';

const { candidate, control, credentials, newScore, polled, requests, workflow } = useAccount();

const groupsOf = async () => (await control().state()).groups;
const sent = async () => (await requests()).map(({ endpoint }) => endpoint);

async function scoreIn(...groupIds: string[]): Promise<string> {
	const { userAssessmentId, score } = await candidate(4, groupIds);
	await score();
	return userAssessmentId;
}

test('a filter with a name selects the group, and later polls only ask for scores', async () => {
	const [first, second] = await groupsOf();
	const filters = { groupIds: ` ${first?.name.toUpperCase()}` };
	const polling = await polled({ filters });
	const userAssessmentId = await scoreIn(first?.groupId ?? '');
	const other = await scoreIn(second?.groupId ?? '');
	expect(ids(await polling.poll())).toEqual([userAssessmentId]);
	expect(await sent()).toEqual(['/groups', '/scores', '/scores']);
	expect(ids((await fetchTestEvent(credentials(), { simplify: true, filters })).items)).not.toContain(other);
});

test('publishing and testing fail if no group is called so, and the error says which groups there are', async () => {
	const filters = { groupIds: 'Nowhere' };
	const use = `Use one of these: '${(await groupsOf())[0]?.name}'`;
	const failed = expect.stringMatching(`^Your account has no group called 'Nowhere' .+\\. ${use}`);
	await expect(workflow({ filters }).poll()).rejects.toMatchObject({ name: 'NodeOperationError', message: failed });
	await expect(fetchTestEvent(credentials(), { filters })).rejects.toMatchObject({
		message: expect.stringContaining("called 'Nowhere'"),
		description: expect.stringContaining(use),
	});
	expect(await sent()).toEqual(['/groups', '/groups']);
});

test('polls go on with a renamed group, also after a restart, and log it every six hours', async () => {
	const [first] = await groupsOf();
	const before = await polled({ filters: { groupIds: [first?.name] } });
	const groups = (await groupsOf()).map((group) => ({ ...group, name: `Former ${group.name}` }));
	await control().inject({ match: { path: '/groups' }, fault: { kind: 'json', json: { groups } }, times: 'always' });
	const polling = before.again({ activation: 'init', workflowId: 'after a restart' });
	for (let quarter = 0; quarter < 2; quarter++) {
		pass(DAY / 4);
		const userAssessmentId = await scoreIn(first?.groupId ?? '');
		await newScore();
		expect(ids(await polling.poll())).toEqual([userAssessmentId]);
		expect(await polling.poll()).toEqual([]);
		expect(polling.log.warn).toHaveLength(quarter + 1);
	}
	expect(polling.log.warn[0]).toMatch(/ goes on with the groups it found before\. Your account has no group called '/);
	await expect(before.again().poll()).rejects.toThrow("no group called '");
});

test('a poll fails if its filter now names a group that no one knows', async () => {
	const polling = await polled({ filters: { groupIds: [(await groupsOf())[0]?.name] } });
	const changed = polling.again({ activation: 'init', parameters: { filters: { groupIds: ['Nowhere'] } } });
	expect(await changed.poll()).toEqual([]);
	await expect(changed.poll()).rejects.toThrow("no group called 'Nowhere'");
});

test("the look-up of a group has the poll's time, but leaves half of it to a poll that can go on without", async () => {
	const [first] = await groupsOf();
	const [slow, silent] = [{ kind: 'latency', minMs: 20_000, maxMs: 20_000 }, { kind: 'hang' }] as const;
	await control().inject({ match: { path: '/groups' }, fault: slow });
	const published = await polled({ filters: { groupIds: [first?.name] } });
	const userAssessmentId = await scoreIn(first?.groupId ?? '');
	pass(DAY / 4);
	await control().inject({ match: { path: '/groups' }, fault: silent, times: 'always' });
	const tick = published.again({ activation: 'update', budgetMs: 36_000 });
	const began = Date.now();
	expect(ids(await tick.poll())).toEqual([userAssessmentId]);
	expect(tick.log.warn).toEqual([expect.stringContaining('goes on with the groups it found before')]);
	expect(Date.now() - began).toBeLessThanOrEqual(20_000);
	pass(DAY / 4);
	await control().inject({ match: { path: '/scores' }, fault: silent });
	const beganNext = Date.now();
	await expect(tick.poll()).rejects.toThrow('(POST /scores)');
	expect(Date.now() - beganNext).toBeLessThanOrEqual(32_000);
});
