import type { Account } from '../request/account';
import type { ApiContext } from '../request/context';
import { cancelSignal } from '../request/context';
import type { Failed, Result } from '../outcome/result';
import { systemClock } from '../pacing/clock';
import type { ApiRequest, RequestLimits, Sequence } from '../request/request';
import { requestEndpoint } from '../request/request';
import { serialize } from '../request/serialize';
import { givesSigningKey } from '../specification/address';
import { givenSigningKey, nothing, signingKey, webhookRegistration } from '../specification/responses';
import type { WebhookRegistration } from '../specification/types';

/** What is to become of the account's one webhook. */
export type WebhookChange = { action: 'leave' } | { action: 'register'; url: string } | { action: 'remove' };

export interface ChangeOrder<Change extends WebhookChange> {
	/**
	 * @param registered null when no webhook is
	 * @throws to refuse
	 */
	decide(registered: WebhookRegistration | null): Change;
	/** How often a change may be sent of which nobody knows what became. */
	tries: number;
	limits: RequestLimits;
	itemIndex?: number;
}

export type Changed<Change> =
	/** `signingKey` is null where none was registered, or the API version gives none. */
	| { change: Change; signingKey: string | null }
	/** Nobody knows what is registered: nothing was sent that would change it. */
	| { unread: Failed }
	| { unchanged: Failed };

const PAUSE_MS = 1_000;

/**
 * Reads the account's registration and changes it right afterwards, since a change overwrites or removes whatever is there.
 * Where the change was refused over the limit, or nobody knows what became of it, all begins again with reading. Whatever
 * else in this process changes the account's webhook waits until this has ended.
 */
export async function changeWebhook<Change extends WebhookChange>(
	context: ApiContext,
	account: Account,
	order: ChangeOrder<Change>,
): Promise<Changed<Change>> {
	return await serialize([`${account.id} webhook`], async () => await readAndChange(context, account, order));
}

async function readAndChange<Change extends WebhookChange>(
	context: ApiContext,
	account: Account,
	{ decide, tries, limits, itemIndex }: ChangeOrder<Change>,
): Promise<Changed<Change>> {
	const giveUpAt = systemClock.now() + limits.maxRateLimitWaitMs;
	const sequence: Sequence = {};
	let doubtful: Failed | undefined;
	for (let tried = 1; ;) {
		const request = { limits, itemIndex, sequence };
		const read = await requestEndpoint(context, account, { ...request, endpoint: 'getWebhook' }, webhookRegistration);
		if (!('value' in read)) return doubtful === undefined ? { unread: read } : { unchanged: doubtful };
		const change = decide(read.value);
		const sent = await send(context, account, change, request);
		if ('value' in sent) return { change, signingKey: sent.value };
		if (sent.status === 429 && systemClock.now() < giveUpAt) continue;
		if (!sent.temporary || tried === tries) return { unchanged: sent };
		doubtful = sent;
		tried += 1;
		await systemClock.sleep(PAUSE_MS, cancelSignal(context));
	}
}

async function send(
	context: ApiContext,
	account: Account,
	change: WebhookChange,
	settings: Omit<ApiRequest, 'endpoint'>,
): Promise<Result<string | null>> {
	switch (change.action) {
		case 'leave':
			return { value: null };
		case 'register': {
			const request = { ...settings, endpoint: 'registerWebhook', body: { url: change.url }, once: true } as const;
			const check = givesSigningKey(account.apiVersion) ? givenSigningKey : signingKey;
			return await requestEndpoint<string | null>(context, account, request, check);
		}
		case 'remove': {
			const request = { ...settings, endpoint: 'deleteWebhook', once: true } as const;
			const removed = await requestEndpoint(context, account, request, nothing);
			// Somebody else was faster.
			return 'failure' in removed && removed.status === 404 ? { value: null } : removed;
		}
	}
}
