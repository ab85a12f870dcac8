import { nothing, webhookRegistration } from '../../../api/specification/responses';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';

/** GET /webhook, then DELETE /webhook */
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
				'Whoever uses the webhook gets no more events. A published Enterprise Assessment Trigger works again once something in it is changed and its workflow is published anew.',
			name: 'whoeverUsesItNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		const present = await callForItem(run, { endpoint: 'getWebhook' }, webhookRegistration);
		if (present === null) run.notes.nothingToDelete();
		else await callForItem(run, { endpoint: 'deleteWebhook' }, nothing);
		return toItems([{ deleted: true }]);
	},
};
