import type { Account } from '../request/account';
import type { ApiContext } from '../request/context';
import { cancelSignal } from '../request/context';
import type { Failed, Result } from '../outcome/result';
import { systemClock } from '../pacing/clock';
import type { ApiRequest, RequestLimits, Sequence } from '../request/request';
import { DEFAULT_LIMITS, requestEndpoint } from '../request/request';
import { serializeWithin } from '../request/serialize';
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
	/** Of each request; `totalMs` of everything, waiting for other changes included. */
	limits: Partial<RequestLimits>;
	itemIndex?: number;
	/** Given by a caller whose own requests are to follow at once. */
	sequence?: Sequence;
}

export type Changed<Change> =
	/** `signingKey` is null where none was registered, or the API version gives none. */
	| { change: Change; signingKey: string | null }
	/** Nobody knows what is registered: nothing was sent that would change it. */
	| { unread: Failed }
	| { unchanged: Failed };

const PAUSE_MS = 1_000;

const BUSY: Failed = {
	failure: {
		message: "Something else in this n8n has been changing the account's webhook for some time",
		description: 'Try again in a minute',
	},
	...{ status: undefined, inDoubt: false, temporary: true },
};

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
	const limits = { ...DEFAULT_LIMITS, ...order.limits };
	const endBy = systemClock.now() + limits.totalMs;
	const changed = await serializeWithin([`${account.id} webhook`], limits.totalMs, async () => {
		return await readAndChange(context, account, order, { limits, endBy });
	});
	return changed ?? { unread: BUSY };
}

async function readAndChange<Change extends WebhookChange>(
	context: ApiContext,
	account: Account,
	{ decide, tries, itemIndex, sequence = {} }: ChangeOrder<Change>,
	{ limits, endBy }: { limits: RequestLimits; endBy: number },
): Promise<Changed<Change>> {
	const giveUpAt = Math.min(endBy, systemClock.now() + limits.maxRateLimitWaitMs);
	let doubtful: Failed | undefined;
	for (let tried = 1; ;) {
		const settings = () => ({ limits: { ...limits, totalMs: endBy - systemClock.now() }, itemIndex, sequence });
		const read = await requestEndpoint(
			context,
			account,
			{ ...settings(), endpoint: 'getWebhook' },
			webhookRegistration,
		);
		if (!('value' in read)) return doubtful === undefined ? { unread: read } : { unchanged: doubtful };
		const change = decide(read.value);
		const sent = await send(context, account, change, settings());
		if ('value' in sent) return { change, signingKey: sent.value };
		if (sent.status === 429 && systemClock.now() < giveUpAt) continue;
		if (!sent.temporary || tried === tries || systemClock.now() + PAUSE_MS > endBy) return { unchanged: sent };
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
