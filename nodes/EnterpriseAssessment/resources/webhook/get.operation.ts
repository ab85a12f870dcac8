import { callEndpoint } from '../../../api/request/request';
import { operation } from '../../operation';

/** GET /webhook */
export const webhookGet = operation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: "Get the URL that receives your account's events",
	},
	prepare: (item) => async () => {
		const registration = await callEndpoint(item, 'getWebhook');
		return [{ json: registration === null ? { registered: false } : { registered: true, ...registration } }];
	},
});
