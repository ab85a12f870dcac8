import { callEndpoint } from '../../../api/request/request';
import { required, text } from '../../../shared/parameters/kinds';
import { operation } from '../../operation';

/** POST /groups */
export const groupCreate = operation({
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in your account' },
	parameters: {
		name: required(
			text('Name', 'The name of the new group', { placeholder: 'e.g. Applicants 2026' }),
			'Enter a name for the new group',
		),
	},
	async execute(item, { name }) {
		const created = await callEndpoint(item, 'createGroup', { name });
		return [{ json: { ...created } }];
	},
});
