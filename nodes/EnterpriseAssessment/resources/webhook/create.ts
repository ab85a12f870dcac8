import type { INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { WebhookRegistration } from '../../../api/specification/types';
import { optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { choiceParameter, parameterError, requiredText, webAddress } from '../../parameters';
import { changeForItem } from './changeForItem';

/** GET /webhook, then POST /webhook */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: "Register the account's one webhook",
	},
	fields: [
		{
			displayName:
				'Only for a receiver outside n8n: the Enterprise Assessment Trigger registers itself. The account has one webhook, so a new address replaces the one before. The output has the signing key, which the service shows only once.',
			name: 'oneWebhookNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/score-events',
			description: 'The address that receives the events, with https where possible',
		},
		{
			displayName: 'If Already Registered',
			name: 'ifAlreadyRegistered',
			type: 'options',
			options: [
				{ name: 'Replace', value: 'replace', description: 'Whatever uses the present webhook gets no more events' },
				{ name: 'Return an Error', value: 'fail', description: 'The error says where the present webhook leads' },
			],
			default: 'fail',
			description: 'What to do when the account already has a webhook',
		},
		optionsField(),
	],
	async execute(run) {
		const url = requiredText(run, 'url', 'URL', 'Enter the full address that receives the events');
		return await register(run, webAddress(run, url, 'URL'));
	},
};

async function register(run: OperationRun, url: string): Promise<INodeExecutionData[]> {
	const ifRegistered = choiceParameter(run, 'ifAlreadyRegistered', 'If Already Registered', ['fail', 'replace']);
	const signingKey = await changeForItem(run, {
		decide(present) {
			if (present !== null && ifRegistered === 'fail') throw alreadyRegistered(run, present);
			return { action: 'register', url };
		},
		// When the answer is lost, nobody can tell whether the address that stands there then is this item's.
		tries: 1,
	});
	return [{ json: { url, signingKey } }];
}

function alreadyRegistered(run: OperationRun, present: WebhookRegistration): NodeOperationError {
	return parameterError(
		run,
		`The account already has a webhook: ${present.url}, registered at ${present.createdAt}`,
		"Delete it first, or set 'If Already Registered' to 'Replace'. Whatever uses it then gets no more events",
	);
}
