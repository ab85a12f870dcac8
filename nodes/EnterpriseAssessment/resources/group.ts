import { callEndpoint } from '../../api/request/request';
import { group as groupCheck, groups } from '../../api/specification/responses';
import { optionsField, returnAllFields } from '../fields';
import { readListItems } from '../listItems';
import type { Operation, Resource } from '../operation';
import { outputLimit, requiredText } from '../parameters';

/** POST /groups */
const create: Operation = {
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in the account' },
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Applicants 2026',
			description: 'Assignment: Create can put people into the group',
		},
		optionsField(),
	],
	async execute(run) {
		const name = requiredText(run, 'name', 'Name', 'Enter a name for the new group');
		const created = await callEndpoint(run, { endpoint: 'createGroup', body: { name } }, groupCheck);
		return [{ json: { ...created } }];
	},
};

/** GET /groups */
const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many groups',
		description: 'List the groups of the account',
	},
	fields: [...returnAllFields(), optionsField()],
	async execute(run) {
		return await readListItems(run, { endpoint: 'listGroups' }, groups, {
			itemsOf: (group) => [{ ...group }],
			limit: outputLimit(run),
			listOf: 'groups',
		});
	},
};

export const group: Resource = {
	option: { name: 'Group', value: 'group' },
	defaultOperation: 'getAll',
	operations: [create, getAll],
};
