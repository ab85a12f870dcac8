import type { Account } from '../request/account';
import type { ApiContext } from '../request/context';
import { cancelSignal } from '../request/context';
import type { Failure } from '../outcome/failure';
import { systemClock } from '../pacing/clock';
import type { ApiRequest, RequestLimits, Result } from '../request/request';
import { DEFAULT_LIMITS, requestEndpoint } from '../request/request';
import { serialize } from '../request/serialize';
import { givesSigningKey } from '../specification/address';
import { nothing, signingKey, webhookRegistration } from '../specification/responses';
import type { WebhookRegistration } from '../specification/types';

/** What is to become of the account's one webhook. */
export type WebhookChange = { action: 'leave' } | { action: 'register'; url: string } | { action: 'remove' };

export interface ChangeOrder<Change extends WebhookChange> {
	/**
	 * @param registered null when no webhook is
	 * @throws to refuse
	 */
	decide(registered: WebhookRegistration | null): Change;
	/** How often the change may be sent while nobody knows whether it was carried out. */
	tries: number;
	/** For each request; `totalMs` for everything, the wait for other changes included. */
	limits: Partial<RequestLimits>;
	itemIndex?: number;
}

export type Changed<Change> =
	/** `signingKey` is null where none was registered, or the API version gives none. */
	| { change: Change; signingKey: string | null }
	/** `isRead`: what is registered was read, so that the change itself failed. Otherwise nothing was sent that changes anything. */
	| { failed: Failure; isRead: boolean };

const PAUSE_MS = 1_000;

/**
 * Reads the account's registration and changes it right afterwards, since a change overwrites or removes whatever is there.
 * After a refusal over the limit, and after a change whose answer was lost, it reads again first. Other changes of this
 * process to the account's webhook wait until this one has ended.
 */
export async function changeWebhook<Change extends WebhookChange>(
	context: ApiContext,
	account: Account,
	order: ChangeOrder<Change>,
): Promise<Changed<Change>> {
	const limits = { ...DEFAULT_LIMITS, ...order.limits };
	const endBy = systemClock.now() + limits.totalMs;
	return await serialize([`${account.id} webhook`], async () => {
		return await readAndChange(context, account, order, { limits, endBy });
	});
}

async function readAndChange<Change extends WebhookChange>(
	context: ApiContext,
	account: Account,
	{ decide, tries, itemIndex }: ChangeOrder<Change>,
	{ limits, endBy }: { limits: RequestLimits; endBy: number },
): Promise<Changed<Change>> {
	const giveUpAt = Math.min(endBy, systemClock.now() + limits.maxRateLimitWaitMs);
	const settings = () => ({ limits: { ...limits, totalMs: endBy - systemClock.now() }, itemIndex });
	let lost: Failure | undefined;
	for (let tried = 1; ;) {
		const reading = { ...settings(), endpoint: 'getWebhook' } as const;
		const read = await requestEndpoint(context, account, reading, webhookRegistration);
		if (!('value' in read)) return { failed: lost ?? read, isRead: lost !== undefined };
		const change = decide(read.value);
		const sent = await send(context, account, change, settings());
		if ('value' in sent) return { change, signingKey: sent.value };
		if (sent.status === 429 && systemClock.now() < giveUpAt) continue;
		const isLast = !sent.temporary || tried === tries || systemClock.now() + PAUSE_MS > endBy;
		if (isLast) return { failed: sent, isRead: true };
		lost = sent;
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
			const check = givesSigningKey(account.apiVersion) ? signingKey : nothing;
			return await requestEndpoint<string | null>(context, account, request, check);
		}
		case 'remove': {
			const request = { ...settings, endpoint: 'deleteWebhook', once: true } as const;
			const removed = await requestEndpoint(context, account, request, nothing);
			// Somebody else was faster.
			return !('value' in removed) && removed.status === 404 ? { value: null } : removed;
		}
	}
}
