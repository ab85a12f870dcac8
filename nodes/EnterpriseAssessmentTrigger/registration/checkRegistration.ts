import type { IHookFunctions } from 'n8n-workflow';

import { explain } from '../../api/outcome/explain';
import { requestEndpoint } from '../../api/request/request';
import { webhookRegistration } from '../../api/specification/responses';
import { hookError, isStart } from './activationErrors';
import { listsId } from './assessmentNames';
import { canBeTrusted, decideRegistration, isTheSame } from './decision';
import * as messages from './messages';
import { HOOK_LIMITS, readSituation } from './situation';
import { readStored } from './storedRegistration';

/** n8n's `checkExists`: whether the registration stands and its events can be verified. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	const stored = readStored(context.getWorkflowStaticData('node'));
	if (stored === undefined) return false;
	const { account, wanted } = await readSituation(context);
	const request = { endpoint: 'getWebhook', limits: HOOK_LIMITS } as const;
	const answer = await requestEndpoint(context, account, request, webhookRegistration);
	if ('value' in answer) {
		if (decideRegistration(stored, answer.value, wanted).action === 'leave') {
			// The filter may have changed: `create` looks up the names of the IDs in it, and leaves the registration.
			return isStart(context) || !listsId(context);
		}
		if (!isStart(context) || answer.value === null || !isTheSame(stored, answer.value)) return false;
		// Nobody decided anything by starting n8n. Where the old address still leads here, its events go on coming.
		context.logger.warn(messages.oldAddressStays(stored.url));
		return true;
	}
	const isRefused = answer.status === 401 || answer.status === 403;
	if (isRefused || !canBeTrusted(stored, wanted)) throw hookError(context, answer.failure);
	context.logger.warn(`The webhook's registration could not be checked and is kept: ${explain(answer.failure)}`);
	return true;
}
