import { nothing } from '../../../api/responses';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';

/** POST /webhook/example */
export const sendExample: Operation = {
	option: {
		name: 'Send Example',
		value: 'sendExample',
		action: 'Send example event to webhook',
		description: "Send the event webhook-example to the account's webhook, at most once a second",
	},
	fields: [
		{
			displayName:
				'The output tells only that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger runs on it if "Webhook Example" is among its events.',
			name: 'sentNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		await callForItem(run, { endpoint: 'sendExampleEvent' }, nothing);
		return toItems([{ triggered: true }]);
	},
};
