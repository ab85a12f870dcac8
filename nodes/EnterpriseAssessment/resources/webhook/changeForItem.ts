import { apiError } from '../../../api/outcome/apiError';
import type { ChangeOrder, WebhookChange } from '../../../api/webhook/changeWebhook';
import { changeWebhook } from '../../../api/webhook/changeWebhook';
import type { OperationRun } from '../../operation';

/**
 * Reads and changes the account's webhook for an input item.
 *
 * @returns the signing key of a registration; null where none was registered, or the API version gives none
 * @throws NodeApiError when it could not be read or changed
 */
export async function changeForItem(run: OperationRun, order: ChangeOrder<WebhookChange>): Promise<string | null> {
	const changed = await changeWebhook(run, order);
	if ('change' in changed) return changed.signingKey;
	throw apiError(run.context.getNode(), changed.failed, run.itemIndex);
}
