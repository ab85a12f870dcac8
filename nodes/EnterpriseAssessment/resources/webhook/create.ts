import type { INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { WebhookRegistration } from '../../../api/specification/types';
import { isWebAddress } from '../../../shared/webAddress';
import { toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { choiceParameter, parameterError, requiredText } from '../../parameters';
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
				'Only for a receiver outside n8n: the Enterprise Assessment Trigger registers itself. The account has one webhook, so a new address cuts off the one before. The signing key is in the output, and is shown only once.',
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
			description: 'Address that receives the events, with https where possible',
		},
		{
			displayName: 'If Already Registered',
			name: 'ifAlreadyRegistered',
			type: 'options',
			options: [
				{ name: 'Replace', value: 'replace', description: 'Cut off the present webhook, whoever uses it' },
				{ name: 'Return an Error', value: 'fail', description: 'Keep the present webhook, and say where it leads' },
			],
			default: 'fail',
			description: 'What to do when the account already has a webhook',
		},
		optionsField(),
	],
	async execute(run) {
		const url = requiredText(run, 'url', 'URL', 'Enter the full address that receives the events');
		if (!isWebAddress(url)) {
			throw parameterError(
				run,
				"The parameter 'URL' is not a full http or https address",
				'Enter it with its scheme, e.g. https://example.com/score-events',
			);
		}
		return await register(run, url);
	},
};

async function register(run: OperationRun, url: string): Promise<INodeExecutionData[]> {
	const ifRegistered = choiceParameter(run, 'ifAlreadyRegistered', 'If Already Registered', ['fail', 'replace']);
	const signingKey = await changeForItem(run, {
		decide(present) {
			if (present !== null && ifRegistered === 'fail') throw alreadyRegistered(run, present);
			return { action: 'register', url };
		},
		// Whether an address that stands there after a doubt is this item's or somebody else's, nobody knows.
		tries: 1,
	});
	return toItems([{ url, signingKey }]);
}

function alreadyRegistered(run: OperationRun, present: WebhookRegistration): NodeOperationError {
	return parameterError(
		run,
		`The account already has a webhook: ${present.url}, registered at ${present.createdAt}`,
		"Delete it first, or set 'If Already Registered' to 'Replace'. Whoever receives events there would get no more",
	);
}
