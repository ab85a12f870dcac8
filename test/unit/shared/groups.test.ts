import { expect, it } from 'vitest';

import { groupIdsFor } from '../../../nodes/shared/groups.ts';

const ID = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

const GROUPS = [
	{ name: 'Autumn intake', groupId: 'autumn' },
	{ name: 'Équipe Paris', groupId: 'paris' },
	{ name: 'Sales, Berlin', groupId: 'berlin' },
	{ name: 'Sales', groupId: 'sales' },
	{ name: 'Twice', groupId: 'one' },
	{ name: 'twice ', groupId: 'two' },
];

const groupIdsOf = async (entries: string[], groups = GROUPS) =>
	await groupIdsFor(entries, async () => await Promise.resolve(groups));

it.each<[entries: string[], ids: string[]]>([
	[[], []],
	[['autumn\u00a0 INTAKE ', ' '], ['autumn']],
	[[ID.toUpperCase()], [ID.toUpperCase()]],
	[['Sales, Berlin'], ['berlin']],
	[[`Sales,,${ID}\r\nequipe Paris`], ['sales', ID, 'paris']],
	[['Sales', 'sales, SALES'], ['sales']],
])('the groups %j have the IDs %j', async (entries, ids) => {
	expect(await groupIdsOf(entries)).toEqual(ids);
});

it.each<[entries: string[], message: string, description: RegExp, count?: number]>([
	[['Sales, Winter'], "no group called 'Winter'", /^Use one of these: 'Autumn intake', .*'twice '$/],
	[['Sales, TWICE'], "several groups called 'TWICE'", /^Use the ID of one of them: 'one', 'two'$/],
	[['Sales'], "no group called 'Sales'", /^Create one with Group: Create$/, 0],
	[['Winter'], "no group called 'Winter'", /^Use one of these: (?:'[^']+', ){5}'[^']+'$/, 2],
])('the groups %j are an error: %s', async (entries, message, description, count = 1) => {
	await expect(groupIdsOf(entries, Array.from({ length: count }, () => GROUPS).flat())).rejects.toThrow(
		expect.objectContaining({
			message: `Your account has ${message} ('Group Names or IDs')`,
			description: expect.stringMatching(description),
		}),
	);
});

it('long text is refused briefly, and without comparing each part of it with each group', async () => {
	let compared = 0;
	const group = Object.defineProperty({ groupId: 'one', name: '' }, 'name', { get: () => `${(compared += 1)}` });
	const text = Array.from({ length: 2_500 }, (_, index) => `x${index}`).join();
	await expect(groupIdsOf([text], [group])).rejects.toThrow(/ called 'x0'(?: or 'x\d'){9} \('Group Names or IDs'\)$/);
	expect(compared).toBeLessThan(10);
});
