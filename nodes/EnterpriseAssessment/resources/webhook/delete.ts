import { optionsField } from '../../fields';
import type { Operation } from '../../operation';
import { changeForItem } from './changeForItem';

/** Each try begins with reading what is registered, so that one more does no harm. */
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
				'Whatever uses the webhook gets no more events. If that is a published Enterprise Assessment Trigger, change something in it and publish its workflow again to bring it back.',
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
		if (!wasRegistered) run.notes.say('No webhook was registered, so there was nothing to delete.');
		return [{ json: { deleted: true } }];
	},
};
