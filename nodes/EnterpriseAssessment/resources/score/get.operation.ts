import { callEndpoint } from '../../../api/request/request';
import { simplify } from '../../../shared/parameters/scores';
import { operation } from '../../operation';
import { ifUserNotFound, user, withoutUser } from '../../user';
import { itemsOfUser, output } from './output';

/** POST /score */
export const scoreGet = operation({
	option: {
		name: 'Get Many for User',
		value: 'get',
		action: 'Get many scores for user',
		description: "Get all score reports of one user. Use 'score' only if 'status' is Completed.",
	},
	parameters: {
		user: user('The user to get scores for', { mode: 'emailAddress', value: '' }),
		ifUserNotFound,
		output,
		simplify: simplify('scores'),
	},
	prepare: (item, given) => async () => {
		const found = await callEndpoint(item, 'getScore', given.user);
		if (found === null) return withoutUser(item, given);
		const items = itemsOfUser(found, given);
		if (items.length === 0) item.notes.people.push({ fate: 'withoutReports' });
		return items.map((json) => ({ json }));
	},
});
