import { simplifyScoresField } from '../../../shared/fields';
import type { Operation } from '../../operation';
import { ifUserNotFoundField, noSuchUser, readUser, userField, userIdentity } from '../../user';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /score */
export const get: Operation = {
	option: {
		name: 'Get Many for User',
		value: 'get',
		action: 'Get many scores for user',
		description: "Get all score reports of one user. Check 'status': a report without a score yet has the score 0.",
	},
	fields: [userField('The user to get scores for'), ifUserNotFoundField(), outputField(), simplifyScoresField()],
	async execute(item) {
		const output = scoreOutput(item);
		const identity = userIdentity(item);
		const found = await readUser(item, identity);
		if (found === null) return noSuchUser(item, identity);
		const items = itemsOfUser(found, output);
		if (items.length === 0) item.notes.userWithoutReports();
		return items.map((json) => ({ json }));
	},
};
