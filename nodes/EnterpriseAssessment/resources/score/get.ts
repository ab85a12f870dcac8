import { user } from '../../../api/specification/responses';
import { userItem } from '../../../shared/scoreReports';
import { simplifyField } from '../../../shared/simplifyField';
import { callForItem, toItems } from '../../answers';
import { ifUserNotFoundField, optionsField, userField } from '../../fields';
import type { Operation } from '../../operation';
import { flagParameter, userIdentity } from '../../parameters';
import { noSuchUser } from '../../userNotFound';

/** POST /score */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get score',
		description: 'Read all score reports of one user',
	},
	fields: [userField(), ifUserNotFoundField(), simplifyField(), optionsField()],
	async execute(run) {
		const found = await callForItem(run, { endpoint: 'getScore', body: { ...userIdentity(run) } }, user);
		return found === null ? noSuchUser(run) : toItems([userItem(found, flagParameter(run, 'simplify'))]);
	},
};
