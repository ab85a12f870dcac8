import type { IHookFunctions } from 'n8n-workflow';

import { explain } from '../../api/outcome/explain';
import { changeWebhook } from '../../api/webhook/changeWebhook';
import { hookError } from './activationErrors';
import { forgetFresh } from './freshRegistrations';
import * as messages from './messages';
import { HOOK_LIMITS, readSituation, TRIES } from './situation';
import { clearStored, readStored } from './storedRegistration';
import { isSameAddress } from './webhookAddress';

/** n8n's `delete`: also called after a failed `create`, so it removes nothing but the very address it stands for. */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	const staticData = context.getWorkflowStaticData('node');
	const stored = readStored(staticData);
	// With nothing stored, a service that can't be asked is no error: n8n would go on believing that the trigger is
	// registered, and publish it again without asking.
	if (stored === undefined && !(await isUsable(context))) return true;
	const { account, wanted } = await readSituation(context);
	const removed = await changeWebhook<RemovalDecision>(context, account, {
		decide(present) {
			if (present === null) return { action: 'leave', stays: 'nothing' };
			if (isSameAddress(present.url, wanted.url)) return { action: 'remove' };
			const isOld = stored !== undefined && isSameAddress(present.url, stored.url);
			return { action: 'leave', stays: isOld ? 'old' : 'foreign' };
		},
		tries: TRIES,
		limits: HOOK_LIMITS,
	});
	if ('unchanged' in removed) throw hookError(context, removed.unchanged.failure);
	if ('unread' in removed) {
		const { status, failure } = removed.unread;
		if (stored !== undefined && status !== 404) throw hookError(context, failure);
		context.logger.warn(`Whether a webhook is registered could not be checked: ${explain(failure)}`);
		if (status !== 404) return true;
	} else if (stored !== undefined && removed.change.action === 'leave' && removed.change.stays === 'old') {
		context.logger.warn(messages.oldAddressStays(stored.url));
		return true;
	}
	if (stored !== undefined) clearStored(staticData);
	forgetFresh(wanted.url);
	return true;
}

type RemovalDecision = { action: 'leave'; stays: 'nothing' | 'old' | 'foreign' } | { action: 'remove' };

/** Whether credentials and address are such that the service can be asked. */
async function isUsable(context: IHookFunctions): Promise<boolean> {
	try {
		await readSituation(context);
		return true;
	} catch (error) {
		context.logger.warn('Nothing is known to be registered, and it could not be checked', { error });
		return false;
	}
}
