import type { INodeExecutionData } from 'n8n-workflow';

import { isDeprecatedVersion } from '../../../api/specification/address';
import { systemClock } from '../../../api/pacing/clock';
import type { PlaceInLine } from '../../../api/request/request';
import { checkOutcome, DEFAULT_LIMITS, requestEndpoint } from '../../../api/request/request';
import { givenSigningKey, signingKey, webhookRegistration } from '../../../api/specification/responses';
import { serialize } from '../../../api/request/serialize';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { choiceParameter, isAbsoluteHttpUrl, parameterError, requestLimits, requiredText } from '../../parameters';

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
				'For a receiver outside n8n: the Enterprise Assessment Trigger registers its own address. The account has one webhook, so registering an address cuts off the one before it. The signing key is in the output, and only now.',
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
			description: 'Full address that receives the events, with https where possible',
		},
		{
			displayName: 'If Already Registered',
			name: 'ifAlreadyRegistered',
			type: 'options',
			options: [
				{ name: 'Replace', value: 'replace', description: 'Cut off the present webhook, whoever uses it' },
				{ name: 'Return an Error', value: 'fail', description: 'Leave the present webhook, and tell its address' },
			],
			default: 'fail',
			description: 'What to do when the account has a webhook',
		},
		optionsField(),
	],
	async execute(run) {
		const url = requiredText(run, 'url', 'URL', 'Enter the full address that receives the events');
		if (!isAbsoluteHttpUrl(url)) {
			throw parameterError(
				run,
				"The parameter 'URL' is not a full http or https address",
				'Enter it with its scheme, e.g. https://example.com/score-events',
			);
		}
		// Two items must not both find none.
		return await serialize([`${run.account.id} webhook`], async () => await register(run, url));
	},
};

async function register(run: OperationRun, url: string): Promise<INodeExecutionData[]> {
	const limits = { ...DEFAULT_LIMITS, ...requestLimits(run) };
	const giveUpAt = systemClock.now() + limits.maxRateLimitWaitMs;
	const replaces =
		choiceParameter(run, 'ifAlreadyRegistered', 'If Already Registered', ['fail', 'replace']) === 'replace';
	const place: PlaceInLine = {};
	const endpoint = 'registerWebhook';
	const { context, account, itemIndex } = run;
	const request = { endpoint, body: { url }, limits, itemIndex, once: !replaces, place } as const;
	for (;;) {
		// Right before: somebody else may have registered while the request before was refused.
		if (!replaces) await assertNoneRegistered(run, place);
		const outcome = await requestEndpoint(context, account, request);
		if (outcome.kind === 'answered' && outcome.status === 429 && systemClock.now() < giveUpAt) continue;
		const check = isDeprecatedVersion(account.apiVersion) ? signingKey : givenSigningKey;
		return toItems([{ url, signingKey: checkOutcome(context, account, request, outcome, check) }]);
	}
}

async function assertNoneRegistered(run: OperationRun, place: PlaceInLine): Promise<void> {
	const present = await callForItem(run, { endpoint: 'getWebhook', place }, webhookRegistration);
	if (present === null) return;
	throw parameterError(
		run,
		`The account already has a webhook: ${present.url}, registered at ${present.createdAt}`,
		"Delete it first, or set 'If Already Registered' to 'Replace'. Whoever receives events there would get no more",
	);
}
