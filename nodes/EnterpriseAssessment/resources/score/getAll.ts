import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../api/specification/isRecord';
import { parseIsoTimestamp } from '../../../api/specification/isoTimestamp';
import { userScores } from '../../../api/specification/responses';
import { simplifyScoresField } from '../../../shared/fields';
import { text } from '../../../shared/values';
import { optionsField, returnAllFields } from '../../fields';
import { readListItems } from '../../listItems';
import type { Operation, OperationRun } from '../../operation';
import { chosenAmong, collection, outputLimit, textValue } from '../../parameters';
import { filtersField, readFilters } from './filters';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /scores */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: "Read the score reports of all users, or those that match filters, in the service's order",
	},
	fields: [
		...returnAllFields("In the service's order, unless the option 'Sort' is set to 'Newest Completed First'."),
		outputField(),
		simplifyScoresField(),
		filtersField(),
		optionsField([
			{
				displayName: 'Sort',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'As the Service Lists Them', value: 'serviceOrder' },
					{ name: 'Newest Completed First', value: 'newestFirst' },
				],
				default: 'serviceOrder',
				description: "In which order the items come. 'Limit' applies after sorting.",
			},
		]),
	],
	async execute(run) {
		const limit = outputLimit(run);
		const output = scoreOutput(run);
		const { body, wants, assessments } = await readFilters(run);
		const items = await readListItems(run, { endpoint: 'listScores', body }, userScores, {
			itemsOf: (user) => itemsOfUser(user, output, wants),
			limit,
			rank: isNewestFirst(run) ? lastCompleted : undefined,
			listOf: output.output === 'users' ? 'users' : 'scores',
		});
		await assessments?.noteUnknown();
		return items;
	},
};

function isNewestFirst(run: OperationRun): boolean {
	const { sort = 'serviceOrder' } = collection(run, 'options');
	const [chosen] = chosenAmong(run, [textValue(run, sort, 'Sort')], 'Sort', ['serviceOrder', 'newestFirst']);
	return chosen === 'newestFirst';
}

/** When the score report of an item, or the last one of its user, was completed; 0 where none was. */
function lastCompleted({ completed, scoreReports }: IDataObject): number {
	if (Array.isArray(scoreReports))
		return Math.max(0, ...scoreReports.filter(isRecord).map((report) => at(report.completed)));
	return at(completed);
}

function at(completed: unknown): number {
	return parseIsoTimestamp(text(completed)) ?? 0;
}
