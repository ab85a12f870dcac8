import type { IDataObject } from 'n8n-workflow';

import type { ScoreReport, User } from '../../../api/specification/types';
import { choice } from '../../../shared/parameters/kinds';
import { scoreReportItem, userItem } from '../../../shared/scoreReports';

// What the operations that return scores have in common.

export const output = choice(
	'Output',
	'scoreReports',
	[
		['Score Reports', 'scoreReports', "One item per score report, including its user's fields"],
		['Users', 'users', 'One item per user, with a list of score reports'],
	],
	{ description: 'What each output item represents' },
);

/** @param wants if undefined, all reports are returned, and users without reports too */
export function itemsOfUser(
	found: User,
	shape: { output: 'scoreReports' | 'users'; simplify: boolean },
	wants?: (report: ScoreReport) => boolean,
): IDataObject[] {
	const scoreReports = wants === undefined ? found.scoreReports : found.scoreReports.filter(wants);
	if (shape.output === 'scoreReports')
		return scoreReports.map((report) => scoreReportItem(found, report, shape.simplify));
	return wants === undefined || scoreReports.length > 0 ? [userItem({ ...found, scoreReports }, shape.simplify)] : [];
}
