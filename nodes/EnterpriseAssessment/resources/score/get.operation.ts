import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ScoreReport, User } from '../../../api/specification/types';
import { simplifyScoresField } from '../../../shared/fields';
import { scoreReportItem, userItem } from '../../../shared/scoreReports';
import { choiceField } from '../../fields';
import type { InputItem, Operation } from '../../operation';
import { choiceParameter, flagParameter } from '../../parameters';
import { ifUserNotFoundField, noSuchUserError, readUser, skipsUnknownUser, userField, userIdentity } from '../../user';

/** POST /score */
export const scoreGet: Operation = {
	option: {
		name: 'Get Many for User',
		value: 'get',
		action: 'Get many scores for user',
		description:
			"Get all score reports of one user. Check 'status', because reports that aren't scored yet have a score of 0.",
	},
	fields: [userField('The user to get scores for'), ifUserNotFoundField(), outputField(), simplifyScoresField()],
	async execute(item) {
		const output = scoreOutput(item);
		const identity = userIdentity(item);
		const skipsUnknown = skipsUnknownUser(item);
		const found = await readUser(item, identity);
		if (found === null && skipsUnknown) return [];
		if (found === null) throw noSuchUserError(item, identity);
		const items = itemsOfUser(found, output);
		if (items.length === 0) item.notes.userWithoutReports();
		return items.map((json) => ({ json }));
	},
};

export function outputField(): INodeProperties {
	return choiceField('Output', 'output', 'What each output item represents', 'scoreReports', [
		['Score Reports', 'scoreReports', "One item per score report, including its user's fields"],
		['Users', 'users', 'One item per user, with a list of score reports'],
	]);
}

export function scoreOutput(item: InputItem) {
	return {
		output: choiceParameter(item, 'output', 'Output', ['scoreReports', 'users']),
		simplify: flagParameter(item, 'simplify'),
	};
}

/** @param wants if undefined, all reports are returned, and users without reports too */
export function itemsOfUser(
	user: User,
	{ output, simplify }: ReturnType<typeof scoreOutput>,
	wants?: (report: ScoreReport) => boolean,
): IDataObject[] {
	const scoreReports = wants === undefined ? user.scoreReports : user.scoreReports.filter(wants);
	if (output === 'scoreReports') return scoreReports.map((report) => scoreReportItem(user, report, simplify));
	return wants === undefined || scoreReports.length > 0 ? [userItem({ ...user, scoreReports }, simplify)] : [];
}
