import { callEndpoint } from '../../api/request/request';
import { textField } from '../fields';
import type { Operation } from '../operation';
import { requiredText } from '../parameters';

/** POST /groups */
export const groupCreate: Operation = {
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in your account' },
	fields: [{ ...textField('Name', 'name', 'e.g. Applicants 2026', 'The name of the new group'), required: true }],
	async execute(item) {
		const name = requiredText(item, 'name', 'Name', 'Enter a name for the new group');
		const created = await callEndpoint(item, 'createGroup', { name });
		return [{ json: { ...created } }];
	},
};
