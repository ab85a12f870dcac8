import type { Resource } from '../../operation';
import { create } from './create';
import { deleteWebhook } from './delete';
import { get } from './get';
import { sendExample } from './sendExample';

export const webhook: Resource = {
	option: {
		name: 'Webhook (Advanced)',
		value: 'webhook',
		description: "The account's one webhook, which the Enterprise Assessment Trigger registers by itself",
	},
	defaultOperation: 'get',
	operations: [create, deleteWebhook, get, sendExample],
};
