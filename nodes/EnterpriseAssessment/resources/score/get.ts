import { callEndpoint } from '../../../api/request/request';
import { user } from '../../../api/specification/responses';
import { simplifyScoresField } from '../../../shared/fields';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';
import { ifUserNotFoundField, noSuchUser, userField, userIdentity } from '../../user';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /score */
export const get: Operation = {
	option: {
		name: 'Get Many for User',
		value: 'get',
		action: 'Get many scores for user',
		description: 'Read all score reports of one user. While there is no score yet, the score is 0: look at the status.',
	},
	fields: [userField(), ifUserNotFoundField(), outputField(), simplifyScoresField(), optionsField()],
	async execute(run) {
		const output = scoreOutput(run);
		const identity = userIdentity(run);
		const found = await callEndpoint(run, { endpoint: 'getScore', body: { ...identity } }, user);
		if (found === null) return noSuchUser(run, identity);
		const items = itemsOfUser(found, output);
		if (items.length === 0) run.notes.userWithoutReports();
		return items.map((json) => ({ json }));
	},
};
