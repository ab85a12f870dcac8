import { cancelSignal } from '../../../api/request/context';
import { systemClock } from '../../../api/pacing/clock';
import { nothing } from '../../../api/specification/responses';
import { serialize } from '../../../api/request/serialize';
import { callForItem, toItems } from '../../answers';
import { optionsField } from '../../fields';
import type { Operation } from '../../operation';

/** Specification, Limits. One that comes earlier may be answered with success and not be sent. */
const INTERVAL_MS = 1_000;

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
				'The output tells only that the service sent the event, not that it arrived. A published Enterprise Assessment Trigger runs on it if its "Trigger On" names the example event.',
			name: 'sentNotice',
			type: 'notice',
			default: '',
		},
		optionsField(),
	],
	async execute(run) {
		const account = [`${run.account.id} example`];
		const sent = serialize(account, async () => await callForItem(run, { endpoint: 'sendExampleEvent' }, nothing));
		// The next event waits behind this, and this one's output does not.
		void serialize(account, async () => await systemClock.sleep(INTERVAL_MS, cancelSignal(run.context)));
		await sent;
		return toItems([{ triggered: true }]);
	},
};
