import { apiError } from '../../../api/outcome/apiError';
import type { ChangeOrder, WebhookChange } from '../../../api/webhook/changeWebhook';
import { changeWebhook } from '../../../api/webhook/changeWebhook';
import type { OperationRun } from '../../operation';
import { requestLimits } from '../../parameters';

/**
 * Reads and changes the account's webhook for an input item.
 *
 * @returns the signing key of a registration; null where none was registered, or the API version gives none
 * @throws NodeApiError when it could not be read or changed
 */
export async function changeForItem(
	run: OperationRun,
	order: Pick<ChangeOrder<WebhookChange>, 'decide' | 'tries'>,
): Promise<string | null> {
	const { context, account, itemIndex } = run;
	const changed = await changeWebhook(context, account, { ...order, limits: requestLimits(run), itemIndex });
	if ('change' in changed) return changed.signingKey;
	throw apiError(context.getNode(), changed.failed, itemIndex);
}
