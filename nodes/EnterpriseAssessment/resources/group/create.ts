import { group } from '../../../api/specification/responses';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';
import { requiredText } from '../../parameters';

/** POST /groups */
export const create: Operation = {
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in the account' },
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Applicants 2026',
			description: 'Name of the new group',
		},
		optionsField(),
	],
	async execute(run) {
		const name = requiredText(run, 'name', 'Name', 'Enter a name for the new group');
		return toItems([await callForItem(run, { endpoint: 'createGroup', body: { name } }, group)]);
	},
};
