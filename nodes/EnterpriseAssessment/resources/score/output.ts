import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ScoreReport, User } from '../../../api/specification/types';
import { scoreReportItem, userItem } from '../../../shared/scoreReports';
import type { InputItem } from '../../operation';
import { choiceParameter, flagParameter } from '../../parameters';

export function outputField(): INodeProperties {
	return {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Score Reports',
				value: 'scoreReports',
				description: 'One item per score report, with the fields of its user',
			},
			{ name: 'Users', value: 'users', description: 'One item per user, with a list of score reports' },
		],
		default: 'scoreReports',
		description: 'What each output item represents',
	};
}

/** What the output items of a score operation are. */
export function scoreOutput(item: InputItem) {
	return {
		output: choiceParameter(item, 'output', 'Output', ['scoreReports', 'users']),
		simplify: flagParameter(item, 'simplify'),
	};
}

/**
 * The output items of one user. There are none when each report is an item and there is none, or none that is wanted.
 *
 * @param wants undefined to want all reports, and users without any
 */
export function itemsOfUser(
	user: User,
	{ output, simplify }: ReturnType<typeof scoreOutput>,
	wants?: (report: ScoreReport) => boolean,
): IDataObject[] {
	const scoreReports = wants === undefined ? user.scoreReports : user.scoreReports.filter(wants);
	if (output === 'scoreReports') return scoreReports.map((report) => scoreReportItem(user, report, simplify));
	return wants === undefined || scoreReports.length > 0 ? [userItem({ ...user, scoreReports }, simplify)] : [];
}
