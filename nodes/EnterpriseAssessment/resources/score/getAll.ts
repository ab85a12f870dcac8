import type { IDataObject } from 'n8n-workflow';

import { userScores } from '../../../api/specification/responses';
import { flagOf, isEmpty } from '../../../shared/collections';
import { simplifyField } from '../../../shared/simplifyField';
import { dateFilter, optionsField, returnAllFields } from '../../fields';
import { readListItems } from '../../listItems';
import type { Operation, OperationRun } from '../../operation';
import { collection, filledIn, idList, instant, outputLimit } from '../../parameters';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /scores */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: 'Read the score reports of all users, or of those that match filters',
	},
	fields: [
		...returnAllFields(),
		outputField(),
		simplifyField(),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				dateFilter(
					'Completed On or After',
					'completedOnOrAfter',
					'Return only scores of assessments completed at or after this time',
				),
				dateFilter(
					'Completed On or Before',
					'completedOnOrBefore',
					'Return only scores of assessments completed at or before this time',
				),
				{
					displayName: 'Group Names or IDs',
					name: 'groupIds',
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: 'getGroups' },
					default: [],
					description:
						'Return only users in these groups. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{
					displayName: 'Include Incomplete Assessments',
					name: 'includeIncompleteAssessments',
					type: 'boolean',
					default: false,
					description:
						'Whether to return assessments that are not completed too. The service ignores this when a filter on completion is set.',
				},
				dateFilter(
					'Started On or After',
					'startedOnOrAfter',
					'Return only scores of assessments started at or after this time',
				),
				dateFilter(
					'Started On or Before',
					'startedOnOrBefore',
					'Return only scores of assessments started at or before this time',
				),
			],
		},
		optionsField(),
	],
	async execute(run) {
		const limit = outputLimit(run);
		const output = scoreOutput(run);
		const ofUsers = output.output === 'users';
		return await readListItems(run, { endpoint: 'listScores', body: filtersOf(run) }, userScores, {
			itemsOf: (user) => itemsOfUser(user, output),
			oneEach: ofUsers,
			limit,
			listOf: ofUsers ? 'users' : 'scores',
		});
	},
};

function filtersOf(run: OperationRun): IDataObject {
	const filters = collection(run, 'filters');
	const date = (name: string, label: string) => instant(run, filters[name], label);
	return filledIn({
		groupIds: idList(run, filters.groupIds, 'Group Names or IDs'),
		startedOnOrAfter: date('startedOnOrAfter', 'Started On or After'),
		startedOnOrBefore: date('startedOnOrBefore', 'Started On or Before'),
		completedOnOrAfter: date('completedOnOrAfter', 'Completed On or After'),
		completedOnOrBefore: date('completedOnOrBefore', 'Completed On or Before'),
		includeIncompleteAssessments: isEmpty(filters.includeIncompleteAssessments)
			? undefined
			: flagOf(filters.includeIncompleteAssessments),
	});
}
