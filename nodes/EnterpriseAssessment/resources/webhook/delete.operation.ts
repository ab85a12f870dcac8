import { changeWebhook } from '../../../api/request/changeWebhook';
import { valueOrThrow } from '../../../api/request/request';
import { notice } from '../../../shared/parameters/kinds';
import { operation } from '../../operation';

/** GET /webhook, then DELETE /webhook */
export const webhookDelete = operation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: "Remove your account's webhook. The service then stops sending events.",
	},
	parameters: {
		stopsEventsNotice: notice(
			'The registered URL stops receiving events. If it belongs to a published Enterprise Assessment Trigger, change anything in that trigger and publish it again to restore the webhook.',
		),
	},
	prepare: (item) => async () => {
		const changed = await changeWebhook(item, {
			decide: (registered) => ({ action: registered === null ? 'leave' : 'remove' }),
			// Each try first reads the registration, so a retry does no harm.
			tries: 3,
		});
		valueOrThrow(item, changed);
		return [{ json: { deleted: true } }];
	},
});
