import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../../api/request/account';
import { readAccount } from '../../api/request/account';
import { givesSigningKey } from '../../api/specification/address';
import type { TriggerOptions } from '../parameters';
import { readOptions } from '../parameters';
import type { WantedRegistration } from './decision';
import type { TriggerIdentity } from './freshRegistrations';
import { addressesOfSiblings } from './freshRegistrations';

/** What n8n's three hooks have in common. */
export interface Situation {
	account: Account;
	options: TriggerOptions;
	trigger: TriggerIdentity;
	staticData: IDataObject;
	wanted: WantedRegistration;
}

/**
 * n8n gives up a publication after 84 s, and somebody waits in front of it: a hook, and the `delete` that n8n calls after a
 * failure, are over in less than half a minute together.
 */
export const HOOK_LIMITS = { timeoutMs: 5_000, totalMs: 10_000 };

/** How often a change is sent of which nobody knows what became. */
export const TRIES = 3;

export async function readSituation(context: IHookFunctions): Promise<Situation> {
	const account = await readAccount(context);
	const options = readOptions(context);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new NodeOperationError(context.getNode(), 'n8n gave this trigger no webhook address');
	const { id: nodeId, webhookId } = context.getNode();
	const trigger: TriggerIdentity = {
		workflowId: context.getWorkflow().id,
		nodeId,
		purpose: context.getMode() === 'manual' ? 'test' : 'production',
	};
	const wanted: WantedRegistration = {
		url,
		purpose: trigger.purpose,
		webhookId,
		editorBase: context.getInstanceBaseUrl(),
		siblings: () => addressesOfSiblings(trigger),
		replaceExisting: options.replaceExistingWebhook,
		unsignedWillDo: !givesSigningKey(account.apiVersion) && options.acceptUnsignedEvents,
	};
	return { account, options, trigger, staticData: context.getWorkflowStaticData('node'), wanted };
}
