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
		description: "Read where the account's events are sent",
	},
	fields: [optionsField()],
	async execute(run) {
		const registration = await callEndpoint(run, { endpoint: 'getWebhook' }, webhookRegistration);
		return [{ json: registration === null ? { registered: false } : { registered: true, ...registration } }];
	},
};
