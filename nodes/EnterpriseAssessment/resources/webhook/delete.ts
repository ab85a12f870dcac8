import { nothing } from '../../../api/specification/responses';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';

/** DELETE /webhook */
export const deleteWebhook: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: "Remove the account's webhook, so that no more events are sent",
	},
	fields: [
		{
			displayName:
				'This removes the webhook whoever uses it. A published Enterprise Assessment Trigger gets no more events until something in it is changed and its workflow is published again.',
			name: 'whoeverUsesItNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		await callForItem(run, { endpoint: 'deleteWebhook' }, nothing);
		return toItems([{ deleted: true }]);
	},
};
