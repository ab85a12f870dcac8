import { callEndpoint } from '../../../api/request/request';
import { webhookRegistration } from '../../../api/specification/responses';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';

/** GET /webhook */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: "Get the URL that your account's events are sent to",
	},
	fields: [optionsField()],
	async execute(item) {
		const registration = await callEndpoint(item, { endpoint: 'getWebhook' }, webhookRegistration);
		return [{ json: registration === null ? { registered: false } : { registered: true, ...registration } }];
	},
};
