import { cancelSignal } from '../../../api/request/context';
import { systemClock } from '../../../api/pacing/clock';
import { nothing, webhookRegistration } from '../../../api/specification/responses';
import { serialize } from '../../../api/request/serialize';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { parameterError } from '../../parameters';

/** Specification, Limits. The service may answer an earlier one with success and not send it. */
const INTERVAL_MS = 1_000;

/** GET /webhook, then POST /webhook/example */
export const sendExample: Operation = {
	option: {
		name: 'Send Example Event',
		value: 'sendExample',
		action: 'Send example event to webhook',
		description: "Send the event webhook-example to the account's webhook, at most once a second",
	},
	fields: [
		{
			displayName:
				'The output says that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger starts only if the example event is chosen in its "Trigger On".',
			name: 'sentNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		const account = [`${run.account.id} example`];
		const sent = serialize(account, async () => await send(run));
		// The next event waits for this pause; the output of this one does not.
		void serialize(account, async () => await systemClock.sleep(INTERVAL_MS, cancelSignal(run.context)));
		await sent;
		return toItems([{ triggered: true }]);
	},
};

async function send(run: OperationRun): Promise<void> {
	// Without a webhook the service sends nothing, and answers with success all the same.
	const present = await callForItem(run, { endpoint: 'getWebhook' }, webhookRegistration);
	if (present === null) {
		throw parameterError(
			run,
			'The account has no webhook, so the service would send no event',
			'Publish a workflow with the Enterprise Assessment Trigger, or register an address with Webhook: Create',
		);
	}
	await callForItem(run, { endpoint: 'sendExampleEvent' }, nothing);
}
