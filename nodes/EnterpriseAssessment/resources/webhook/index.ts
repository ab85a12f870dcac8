import type { Resource } from '../../operation';
import { create } from './create';
import { deleteWebhook } from './delete';
import { get } from './get';
import { sendExample } from './sendExample';

export const webhook: Resource = {
	option: { name: 'Webhook', value: 'webhook' },
	defaultOperation: 'get',
	operations: [create, deleteWebhook, get, sendExample],
};
