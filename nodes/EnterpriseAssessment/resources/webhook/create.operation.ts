import type { INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { WebhookRegistration } from '../../../api/specification/types';
import { noticeField, optionsField, textField } from '../../fields';
import type { Operation, InputItem } from '../../operation';
import { choiceParameter, requiredText, webAddress } from '../../parameters';
import { itemError } from '../../runner/itemError';
import { changeForItem } from './changeForItem';

/** GET /webhook, then POST /webhook */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: "Register your account's one webhook",
	},
	fields: [
		noticeField(
			'oneWebhookNotice',
			'Only for a receiver outside n8n: the Enterprise Assessment Trigger registers itself. Your account has one webhook, so a new URL replaces the registered one. The output contains the signing key, which the service shows only once.',
		),
		{
			...textField(
				'URL',
				'url',
				'e.g. https://example.com/score-events',
				'The URL that receives the events. Use https if possible.',
			),
			required: true,
		},
		{
			displayName: 'If Already Registered',
			name: 'ifAlreadyRegistered',
			type: 'options',
			options: [
				{ name: 'Replace', value: 'replace', description: 'The registered URL stops receiving events' },
				{ name: 'Return an Error', value: 'fail', description: 'The error shows the registered URL' },
			],
			default: 'fail',
			description: 'What to do if your account already has a webhook',
		},
		optionsField(),
	],
	async execute(item) {
		const url = requiredText(item, 'url', 'URL', 'Enter the full URL that receives the events');
		return await register(item, webAddress(item, url, 'URL'));
	},
};

async function register(item: InputItem, url: string): Promise<INodeExecutionData[]> {
	const ifRegistered = choiceParameter(item, 'ifAlreadyRegistered', 'If Already Registered', ['fail', 'replace']);
	const signingKey = await changeForItem(item, {
		decide(present) {
			if (present !== null && ifRegistered === 'fail') throw alreadyRegistered(item, present);
			return { action: 'register', url };
		},
		// After a lost response, it can't be known whether the registered URL is this item's.
		tries: 1,
	});
	return [{ json: { url, signingKey } }];
}

function alreadyRegistered(item: InputItem, present: WebhookRegistration): NodeOperationError {
	return itemError(
		item,
		`Your account already has a webhook: ${present.url}, registered at ${present.createdAt}`,
		"Delete it first, or set 'If Already Registered' to 'Replace'. The registered URL then stops receiving events",
	);
}
