import type { IDataObject } from 'n8n-workflow';

import type { User } from '../../../api/specification/types';
import { choice } from '../../../shared/parameters/kinds';
import { simplified } from '../../../shared/scoreReports';

export const output = choice(
	'Output',
	'scoreReports',
	[
		['Score Reports', 'scoreReports', "One item per score report, including its user's fields"],
		['Users', 'users', 'One item per user, with a list of score reports'],
	],
	{ description: 'What each output item represents' },
);

export function itemsOfUser(
	{ scoreReports, ...user }: User,
	{ output, simplify }: { output: 'scoreReports' | 'users'; simplify: boolean },
): IDataObject[] {
	const shaped = (fields: IDataObject) => (simplify ? simplified(fields) : fields);
	if (output === 'users')
		return [{ ...shaped(user), scoreReports: scoreReports.map((report) => shaped({ ...report })) }];
	return scoreReports.map((report) => shaped({ ...user, ...report }));
}
