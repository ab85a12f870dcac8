import { userScores } from '../../../api/specification/responses';
import { simplifyField } from '../../../shared/simplifyField';
import { optionsField, returnAllFields } from '../../fields';
import { readListItems } from '../../listItems';
import type { Operation } from '../../operation';
import { outputLimit } from '../../parameters';
import { filtersField, readFilters } from './filters';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /scores */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many scores',
		description: 'Read the score reports of all users, or of those that match filters',
	},
	fields: [...returnAllFields(), outputField(), simplifyField(), filtersField(), optionsField()],
	async execute(run) {
		const limit = outputLimit(run);
		const output = scoreOutput(run);
		const { body, wants } = await readFilters(run);
		const ofUsers = output.output === 'users';
		return await readListItems(run, { endpoint: 'listScores', body }, userScores, {
			itemsOf: (user) => itemsOfUser(user, output, wants),
			limit,
			listOf: ofUsers ? 'users' : 'scores',
		});
	},
};
