import { assessments } from '../../../api/specification/responses';
import { callForItem, limitedItems } from '../../answers';
import { optionsField, returnAllFields } from '../../fields';
import type { Operation } from '../../operation';
import { outputLimit } from '../../parameters';

/** GET /assessments */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assessments',
		description: 'List the assessments of the account',
	},
	fields: [...returnAllFields(), optionsField()],
	async execute(run) {
		const limit = outputLimit(run);
		return limitedItems(
			run,
			await callForItem(run, { endpoint: 'listAssessments' }, assessments),
			limit,
			'assessments',
		);
	},
};
