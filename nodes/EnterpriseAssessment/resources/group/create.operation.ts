import { createGroup, groupCalled, readGroups, withGroups } from '../../../shared/groups';
import { choice, required, text } from '../../../shared/parameters/kinds';
import { ParameterError } from '../../../shared/parameters/parameter';
import { operation } from '../../operation';

/** GET /groups, and POST /groups unless the group exists */
export const groupCreate = operation({
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in your account' },
	parameters: {
		name: required(
			text('Name', 'The name of the group', { placeholder: 'e.g. Applicants 2026' }),
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
		return await withGroups(item, async () => {
			const returns = ifGroupExists === 'returnExisting';
			const existing = returns ? groupCalled(name, await readGroups(item), 'Name') : undefined;
			if (existing instanceof ParameterError) throw existing;
			const group = existing ?? (await createGroup(item, name));
			return [{ json: { ...group, alreadyExisted: existing !== undefined } }];
		});
	},
});
