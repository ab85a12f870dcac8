import { assessments } from '../../api/specification/responses';
import { optionsField, returnAllFields } from '../fields';
import { readListItems } from '../listItems';
import type { Operation, Resource } from '../operation';
import { outputLimit } from '../parameters';

/** GET /assessments */
const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assessments',
		description: 'List the assessments of the account',
	},
	fields: [...returnAllFields(), optionsField()],
	async execute(run) {
		return await readListItems(run, { endpoint: 'listAssessments' }, assessments, {
			itemsOf: (assessment) => [{ ...assessment }],
			limit: outputLimit(run),
			listOf: 'assessments',
		});
	},
};

export const assessment: Resource = {
	option: { name: 'Assessment', value: 'assessment' },
	defaultOperation: 'getAll',
	operations: [getAll],
};
