import type { IHookFunctions } from 'n8n-workflow';

import type { Account } from '../../api/request/account';
import { systemClock } from '../../api/pacing/clock';
import type { PlaceInLine } from '../../api/request/request';
import type { WebhookRegistration } from '../../api/specification/types';
import type { Answered, NotAnswered } from './webhookEndpoints';
import { LIMITS, readWebhook } from './webhookEndpoints';

const MAX_TRIES = 3;
const PAUSE_MS = 1_000;

/**
 * Reads the account's registration and changes it right afterwards: a change overwrites or removes whatever is there. Where
 * the change was refused over the limit, or nobody knows what became of it, all begins again with reading.
 *
 * @param change sends one request at most, once, in the place that it is given
 */
export async function changeWebhook<T>(
	context: IHookFunctions,
	account: Account,
	change: (remote: WebhookRegistration | null, place: PlaceInLine) => Promise<Answered<T> | NotAnswered>,
): Promise<Answered<T> | { unread: NotAnswered } | { unchanged: NotAnswered }> {
	const giveUpAt = systemClock.now() + LIMITS.maxRateLimitWaitMs;
	const place: PlaceInLine = {};
	let doubtful: NotAnswered | undefined;
	let tries = 1;
	for (;;) {
		const remote = await readWebhook(context, account, place);
		if (!('value' in remote)) return doubtful === undefined ? { unread: remote } : { unchanged: doubtful };
		const changed = await change(remote.value, place);
		if ('value' in changed) return changed;
		if (changed.status === 429 && systemClock.now() < giveUpAt) continue;
		if (!changed.temporary || tries === MAX_TRIES) return { unchanged: changed };
		doubtful = changed;
		tries += 1;
		await systemClock.sleep(PAUSE_MS);
	}
}
