import { cancelSignal } from '../../../api/request/context';
import { systemClock } from '../../../api/pacing/clock';
import { nothing, webhookRegistration } from '../../../api/specification/responses';
import { serialize } from '../../../api/request/serialize';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation, OperationRun } from '../../operation';
import { parameterError } from '../../parameters';

/** Specification, Limits. One that comes earlier may be answered with success and not be sent. */
const INTERVAL_MS = 1_000;

/** GET /webhook, then POST /webhook/example */
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
				'The output says that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger starts only if its "Trigger On" names the example event.',
			name: 'sentNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		const account = [`${run.account.id} example`];
		const sent = serialize(account, async () => await send(run));
		// The next event waits behind this, and this one's output does not.
		void serialize(account, async () => await systemClock.sleep(INTERVAL_MS, cancelSignal(run.context)));
		await sent;
		return toItems([{ triggered: true }]);
	},
};

async function send(run: OperationRun): Promise<void> {
	// The service answers with success also when there is nobody to send the event to.
	const present = await callForItem(run, { endpoint: 'getWebhook' }, webhookRegistration);
	if (present === null) {
		throw parameterError(
			run,
			'No webhook is registered, so no event can be sent',
			'Publish a workflow with the Enterprise Assessment Trigger, or register an address with Webhook: Create',
		);
	}
	await callForItem(run, { endpoint: 'sendExampleEvent' }, nothing);
}
