import { callEndpoint, valueOrThrow } from '../../../api/request/request';
import { SharedReadings } from '../../../api/request/sharedReadings';
import { inTurn } from '../../../api/request/waiting';
import { groupCalled, type GroupList, readGroups } from '../../../shared/groups';
import { choice, required, text, undamaged } from '../../../shared/parameters/kinds';
import { operation } from '../../operation';

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
	async execute(item, { name, ifGroupExists }) {
		// One at a time, because a row or another execution may be about to create the same group.
		const keys = [`${item.account.id} groups`];
		const json = await inTurn(item, { keys, endpoint: 'createGroup' }, async () => {
			const list = await readGroups(item, lists);
			const existing = ifGroupExists === 'returnExisting' ? groupCalled(name, list.groups, 'Name') : undefined;
			if (existing !== undefined) return { ...existing, alreadyExisted: true };
			const { readAt } = list;
			// Until the response is there, it's unclear whether the list is complete. Without one, the next row reads it again.
			list.readAt = Number.NEGATIVE_INFINITY;
			const created = await callEndpoint(item, 'createGroup', { name });
			list.groups.push(created);
			list.readAt = readAt;
			return { ...created, alreadyExisted: false };
		});
		return [{ json: valueOrThrow(item, json) }];
	},
});
