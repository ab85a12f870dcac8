import { groups } from '../../../api/specification/responses';
import { callForItem, limitedItems } from '../../answers';
import { optionsField, returnAllFields } from '../../fields';
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
		const limit = outputLimit(run);
		return limitedItems(run, await callForItem(run, { endpoint: 'listGroups' }, groups), limit, 'groups');
	},
};
