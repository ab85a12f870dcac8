import type { ChangeOrder } from '../../../api/request/changeWebhook';
import { changeWebhook } from '../../../api/request/changeWebhook';
import { requestError } from '../../../api/request/messages';
import type { InputItem } from '../../operation';

/**
 * Reads and changes the account's webhook for an input item.
 *
 * @returns the signing key of a registration; null where none was registered, or the API version returns none
 * @throws NodeApiError when it could not be read or changed
 */
export async function changeForItem(item: InputItem, order: ChangeOrder): Promise<string | null> {
	const changed = await changeWebhook(item, order);
	if ('change' in changed) return changed.signingKey;
	throw requestError(item, changed.failed);
}
