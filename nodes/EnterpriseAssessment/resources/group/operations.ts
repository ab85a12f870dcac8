import { isInDoubt } from '../../../api/request/failure';
import { requestError } from '../../../api/request/messages';
import { oneAtATime } from '../../../api/request/oneAtATime';
import { tryEndpoint, valueOrThrow } from '../../../api/request/request';
import type { Group } from '../../../api/specification/values';
import { groupCalled, isGroupInDoubt, keepGroup, readGroups } from '../../../shared/groups';
import { choice, required, text } from '../../../shared/parameters/kinds';
import { UserError } from '../../../shared/parameters/parameter';
import { type InputItem, operation, WAIT_FOR_OUTCOME } from '../../operation';

const LABEL = 'Name';

/** GET /groups, and POST /groups unless the group exists */
export const groupCreate = operation({
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in your account' },
	parameters: {
		name: required(
			text(LABEL, 'The name of the group', { placeholder: 'e.g. Applicants 2026' }),
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
					"What to do if your account already has a group with this name. Capitalization, accents, and extra spaces don't matter.",
			},
		),
	},
	async prepare(item, { name, ifGroupExists }) {
		const mayReturn = { createAnother: false, returnExisting: true }[ifGroupExists];
		const existing = async () => (mayReturn ? groupCalled(name, await readGroups(item), LABEL) : undefined);
		await existing();
		return async () => {
			// Another row or execution may be about to create the same group.
			const creations = { keys: [`${item.account.id} groups`], endpoint: 'createGroup' } as const;
			const result = await oneAtATime(item, creations, async () => {
				const found = await existing();
				const group = found ?? (await create(item, name, mayReturn));
				return [{ json: { ...group, alreadyExisted: found !== undefined } }];
			});
			return valueOrThrow(item, result);
		};
	},
});

async function create(item: InputItem, name: string, mayReturn: boolean): Promise<Group> {
	// Another group couldn't be deleted.
	if (mayReturn && isGroupInDoubt(item, name)) {
		const message = "Nothing was sent, because it's unclear whether an earlier request for this group went through";
		throw new UserError(message, WAIT_FOR_OUTCOME);
	}
	const result = await tryEndpoint(item, 'createGroup', { body: { name } });
	if ('value' in result) {
		keepGroup(item, name, result.value);
		return result.value;
	}
	if (!isInDoubt(result)) throw requestError(item, result);
	keepGroup(item, name);
	throw requestError(item, result, mayReturn ? WAIT_FOR_OUTCOME : undefined);
}
