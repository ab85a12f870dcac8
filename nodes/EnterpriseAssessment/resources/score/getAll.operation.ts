import type { IDataObject } from 'n8n-workflow';

import { parseIsoTimestamp } from '../../../api/specification/formats';
import { isRecord, userScores } from '../../../api/specification/responses';
import { simplifyScoresField } from '../../../shared/fields';
import { text } from '../../../shared/parameters';
import { optionsField, returnAllFields } from '../../fields';
import { readListItems } from '../../listItems';
import type { Operation, InputItem } from '../../operation';
import { chosenAmong, collection, outputLimit, textValue } from '../../parameters';
import { filtersField, readFilters } from './filters';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /scores */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: 'Get the score reports of all users or of those that match the filters, most recently completed first',
	},
	fields: [
		...returnAllFields(),
		outputField(),
		simplifyScoresField(),
		filtersField(),
		optionsField([
			{
				displayName: 'Sort',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'Default Order of the Service', value: 'serviceOrder' },
					{ name: 'Most Recently Completed First', value: 'newestFirst' },
				],
				default: 'newestFirst',
				description: "The order of the output items. 'Limit' applies after sorting.",
			},
		]),
	],
	async execute(item) {
		const limit = outputLimit(item);
		const output = scoreOutput(item);
		const { body, wants, assessments } = await readFilters(item);
		const items = await readListItems(item, { endpoint: 'listScores', body }, userScores, {
			itemsOf: (user) => itemsOfUser(user, output, wants),
			limit,
			rank: isNewestFirst(item) ? lastCompleted : undefined,
			listOf: output.output === 'users' ? 'users' : 'scores',
		});
		await assessments?.noteUnknown();
		return items;
	},
};

function isNewestFirst(item: InputItem): boolean {
	const { sort = 'newestFirst' } = collection(item, 'options');
	const [chosen] = chosenAmong(item, [textValue(item, sort, 'Sort')], 'Sort', ['serviceOrder', 'newestFirst']);
	return chosen === 'newestFirst';
}

/** When the score report of an item, or the last one of its user, was completed; 0 where none was. */
function lastCompleted({ completed, scoreReports }: IDataObject): number {
	if (!Array.isArray(scoreReports)) return at(completed);
	const reports: unknown[] = scoreReports;
	return Math.max(0, ...reports.filter(isRecord).map((report) => at(report.completed)));
}

function at(completed: unknown): number {
	return parseIsoTimestamp(text(completed)) ?? 0;
}
