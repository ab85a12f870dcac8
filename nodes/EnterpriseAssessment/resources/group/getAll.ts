import { groups } from '../../../api/specification/responses';
import { optionsField, returnAllFields } from '../../fields';
import { readListItems } from '../../listItems';
import type { Operation } from '../../operation';
import { outputLimit } from '../../parameters';

/** GET /groups */
export const getAll: Operation = {
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
