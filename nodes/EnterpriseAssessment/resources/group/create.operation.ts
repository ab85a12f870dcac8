import { callEndpoint, valueOrThrow } from '../../../api/request/request';
import { SharedReadings } from '../../../api/request/sharedReadings';
import { inTurn } from '../../../api/request/waiting';
import type { Group } from '../../../api/specification/types';
import { groupCalled, type GroupList, readGroups } from '../../../shared/groups';
import { choice, required, text, undamaged } from '../../../shared/parameters/kinds';
import { type InputItem, operation } from '../../operation';

/** The last list of each account, and the groups that were created since. Lives as long as the process. */
const lists = new SharedReadings<GroupList>('listGroups');

/** GET /groups, and POST /groups unless the group exists */
export const groupCreate = operation({
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in your account' },
	parameters: {
		name: required(
			undamaged(text('Name', 'The name of the group', { placeholder: 'e.g. Applicants 2026' })),
			'Enter a name for the new group',
		),
		ifGroupExists: choice(
			'If Group Exists',
			'returnExisting',
			[
				[
					'Create Another Group',
					'createAnother',
					"Create another group with the same name. The API can't delete groups.",
				],
				['Return Existing Group', 'returnExisting', "Return the existing group, with 'alreadyExisted' set to true"],
			],
			{
				description:
					"What to do if your account already has a group with this name. Capitalization, accents and extra spaces don't matter.",
			},
		),
	},
	async prepare(item, { name, ifGroupExists }) {
		const existing = ({ groups }: GroupList) =>
			ifGroupExists === 'returnExisting' ? groupCalled(name, groups, 'Name') : undefined;
		await alone(item, async () => existing(await readGroups(item, lists)));
		return async () => {
			const found = await alone(item, async () => {
				const list = await readGroups(item, lists);
				const group = existing(list);
				return { group: group ?? (await created(item, name, list)), alreadyExisted: group !== undefined };
			});
			return [{ json: { ...found.group, alreadyExisted: found.alreadyExisted } }];
		};
	},
});

/** Runs a task while no other row or execution reads or creates groups, because it may be about to create the same one. */
async function alone<T>(item: InputItem, task: () => Promise<T>): Promise<T> {
	const turn = { keys: [`${item.account.id} groups`], endpoint: 'createGroup' as const };
	return valueOrThrow(item, await inTurn(item, turn, task));
}

async function created(item: InputItem, name: string, list: GroupList): Promise<Group> {
	const { readAt } = list;
	// Until the response is there, it's unclear whether the list is complete. Without one, the next row reads it again.
	list.readAt = Number.NEGATIVE_INFINITY;
	const group = await callEndpoint(item, 'createGroup', { name });
	list.groups.push(group);
	list.readAt = readAt;
	return group;
}
