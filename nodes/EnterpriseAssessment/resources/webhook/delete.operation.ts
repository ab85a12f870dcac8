import { noticeField, optionsField } from '../../fields';
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
		description: "Remove your account's webhook. The service then stops sending events.",
	},
	fields: [
		noticeField(
			'stopsEventsNotice',
			"The registered URL stops receiving events. If it's the URL of a published Enterprise Assessment Trigger, change something in that workflow and publish it again to restore the webhook.",
		),
		optionsField(),
	],
	async execute(item) {
		let wasRegistered = false;
		await changeForItem(item, {
			decide(present) {
				wasRegistered ||= present !== null;
				return present === null ? { action: 'leave' } : { action: 'remove' };
			},
			tries: TRIES,
		});
		if (!wasRegistered) item.notes.say('No webhook was registered, so there was nothing to delete.');
		return [{ json: { deleted: true } }];
	},
};
