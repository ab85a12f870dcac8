import { user } from '../../../api/specification/responses';
import { simplifyField } from '../../../shared/simplifyField';
import { callForItem, toItems } from '../../answers';
import { ifUserNotFoundField, optionsField, userField } from '../../fields';
import type { Operation } from '../../operation';
import { userIdentity } from '../../parameters';
import { noSuchUser } from '../../userNotFound';
import { itemsOfUser, outputField, scoreOutput } from './output';

/** POST /score */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get score',
		description:
			'Read all score reports of one user, unfinished ones too. Look at the status first: a score of 0 can mean that there is none yet.',
	},
	fields: [userField(), ifUserNotFoundField(), outputField(), simplifyField(), optionsField()],
	async execute(run) {
		const output = scoreOutput(run);
		const found = await callForItem(run, { endpoint: 'getScore', body: { ...userIdentity(run) } }, user);
		if (found === null) return noSuchUser(run);
		const items = itemsOfUser(found, output);
		if (items.length === 0) run.notes.userWithoutReports();
		return toItems(items);
	},
};
