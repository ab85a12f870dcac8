import { toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';
import { changeForItem } from './changeForItem';

/** Deleting once more does no harm: each try begins with reading what is registered. */
const TRIES = 3;

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
				'Whoever uses the webhook gets no more events. To bring a published Enterprise Assessment Trigger back, change something in it and publish its workflow again.',
			name: 'whoeverUsesItNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		let wasRegistered = false;
		await changeForItem(run, {
			decide(present) {
				wasRegistered ||= present !== null;
				return present === null ? { action: 'leave' } : { action: 'remove' };
			},
			tries: TRIES,
		});
		if (!wasRegistered) run.notes.nothingToDelete();
		return toItems([{ deleted: true }]);
	},
};
