import { monotonicClock } from '../pacing/clock';
import { givesSigningKey } from '../specification/address';
import { nothing, signingKey, webhookRegistration } from '../specification/responses';
import type { WebhookRegistration } from '../specification/types';
import type { Caller } from './caller';
import { budgetOf, cancelSignal } from './caller';
import type { Failure, Result } from './failure';
import { isTemporary } from './failure';
import { requestEndpoint } from './request';
import { withLock } from './withLock';

/** What is to become of the account's one webhook. */
type WebhookChange = { action: 'leave' } | { action: 'register'; url: string } | { action: 'remove' };

export interface ChangeOrder<Change extends WebhookChange = WebhookChange> {
	/**
	 * @param registered null when no webhook is
	 * @throws to refuse
	 */
	decide: (registered: WebhookRegistration | null) => Change;
	/** How often the change may be sent while nobody knows whether it was carried out. */
	tries: number;
}

type Changed<Change> =
	/** `signingKey` is null where none was registered, or the API version gives none. */
	| { change: Change; signingKey: string | null }
	/** `isRead`: what is registered was read, so that the change itself failed. Otherwise nothing was sent that changes anything. */
	| { failed: Failure; isRead: boolean };

const PAUSE_MS = 1_000;

/**
 * Reads the account's registration and changes it right afterwards, since a change overwrites or removes whatever is there.
 * After a refusal over the limit, and after a change whose answer was lost, it reads again first. Other changes of this
 * process to the account's webhook wait until this one has ended.
 *
 * @param caller its `totalMs` is for everything, the wait for other changes included
 */
export async function changeWebhook<Change extends WebhookChange>(
	caller: Caller,
	order: ChangeOrder<Change>,
): Promise<Changed<Change>> {
	const endBy = monotonicClock.now() + budgetOf(caller).totalMs;
	return await withLock([`${caller.account.id} webhook`], async () => await readAndChange(caller, order, endBy));
}

async function readAndChange<Change extends WebhookChange>(
	caller: Caller,
	{ decide, tries }: ChangeOrder<Change>,
	endBy: number,
): Promise<Changed<Change>> {
	const giveUpAt = Math.min(endBy, monotonicClock.now() + budgetOf(caller).maxRateLimitWaitMs);
	const withTimeLeft = (): Caller => ({
		...caller,
		budget: { ...caller.budget, totalMs: endBy - monotonicClock.now() },
	});
	let lost: Failure | undefined;
	for (let tried = 1; ;) {
		const read = await requestEndpoint(withTimeLeft(), { endpoint: 'getWebhook' }, webhookRegistration);
		if (!('value' in read)) return { failed: lost ?? read, isRead: lost !== undefined };
		const change = decide(read.value);
		const sent = await send(withTimeLeft(), change);
		if ('value' in sent) return { change, signingKey: sent.value };
		if (sent.status === 429 && monotonicClock.now() < giveUpAt) continue;
		const mayChange = sent.kind === 'unreadable' || isTemporary(sent);
		const isLast = !mayChange || tried === tries || monotonicClock.now() + PAUSE_MS > endBy;
		if (isLast) return { failed: sent, isRead: true };
		lost = sent;
		tried += 1;
		await monotonicClock.sleep(PAUSE_MS, cancelSignal(caller));
	}
}

async function send(caller: Caller, change: WebhookChange): Promise<Result<string | null>> {
	switch (change.action) {
		case 'leave':
			return { value: null };
		case 'register': {
			const request = { endpoint: 'registerWebhook', body: { url: change.url }, once: true } as const;
			const check = givesSigningKey(caller.account.apiVersion) ? signingKey : nothing;
			return await requestEndpoint<string | null>(caller, request, check);
		}
		case 'remove': {
			const removed = await requestEndpoint(caller, { endpoint: 'deleteWebhook', once: true }, nothing);
			// Somebody else was faster.
			return !('value' in removed) && removed.status === 404 ? { value: null } : removed;
		}
	}
}
