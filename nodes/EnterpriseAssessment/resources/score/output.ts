import type { IDataObject } from 'n8n-workflow';

import type { User } from '../../../api/specification/values';
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

type Output = ReturnType<typeof output.read>;

/** What lists count, by what each item is. */
export const LIST_OF = { scoreReports: 'scores', users: 'users' } as const satisfies Record<Output, string>;

export function itemsOfUser(
	{ scoreReports, ...user }: User,
	{ output, simplify }: { output: Output; simplify: boolean },
): IDataObject[] {
	const shaped = (fields: IDataObject) => (simplify ? simplified(fields) : fields);
	const items: Record<Output, () => IDataObject[]> = {
		scoreReports: () => scoreReports.map((report) => shaped({ ...user, ...report })),
		users: () => [{ ...shaped(user), scoreReports: scoreReports.map((report) => shaped({ ...report })) }],
	};
	return items[output]();
}
