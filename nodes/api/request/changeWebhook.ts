import { monotonicClock } from '../pacing/clock';
import type { WebhookRegistration } from '../specification/values';
import { type Caller, cancelSignal, within } from './caller';
import { type Failure, isInDoubt, isTemporary, type Result } from './failure';
import { oneAtATime } from './oneAtATime';
import { tryEndpoint } from './request';

/** A change to the account's only webhook. `from` is the URL that `url` replaces, if the caller needs it. */
type WebhookChange = { action: 'leave' | 'remove' } | { action: 'register'; url: string; from?: string };

interface ChangeOrder {
	/** Runs before each try. Receives null if no webhook is registered. Throws to refuse the change. */
	decide: (registered: WebhookRegistration | null) => WebhookChange;
	/** How many times the change may be sent while it's unclear whether the service made it. */
	tries: number;
}

const PAUSE_MS = 1_000;

/**
 * Reads the account's registration immediately before changing it, because a change overwrites or removes whatever is registered.
 * Reads it again after a 429 or a lost response. In this process, changes of one account run one at a time, within `totalMs` in all.
 * Returns the last decision. Its `signingKey` is null if nothing was registered, or if the API version doesn't return a key.
 */
export async function changeWebhook(caller: Caller, order: ChangeOrder) {
	const endBy = monotonicClock.now() + caller.budget.totalMs;
	const changes = { keys: [`${caller.account.id} webhook`], endpoint: 'getWebhook' } as const;
	const changed = await oneAtATime(caller, changes, async () => await readAndChange(caller, order, endBy));
	return 'value' in changed ? changed.value : changed;
}

async function readAndChange(caller: Caller, { decide, tries }: ChangeOrder, endBy: number) {
	const giveUpAt = Math.min(endBy, monotonicClock.now() + caller.budget.maxRateLimitWaitMs);
	const withTimeLeft = () => within(caller, { totalMs: endBy - monotonicClock.now() });
	/** The failure of an earlier try, to report if the next one says less. */
	let earlier: Failure | undefined;
	for (let tried = 1; ;) {
		const read = await tryEndpoint(withTimeLeft(), 'getWebhook');
		if (!('value' in read)) return earlier ?? read;
		const change = decide(read.value);
		const sent = await sendChange(withTimeLeft(), change);
		if ('value' in sent) return { value: { change, signingKey: sent.value } };
		// A refused request wasn't processed, so it isn't a try.
		if (sent.status === 429 && monotonicClock.now() < giveUpAt) continue;
		// An earlier try that may have made the change matters more than why this one didn't.
		const failed = earlier !== undefined && isInDoubt(earlier) && !isInDoubt(sent) ? earlier : sent;
		const isWorthRetrying = sent.kind === 'unreadable' || isTemporary(sent);
		const isLast = !isWorthRetrying || tried === tries || monotonicClock.now() + PAUSE_MS > endBy;
		if (isLast) return failed;
		earlier = failed;
		tried += 1;
		await monotonicClock.sleep(PAUSE_MS, cancelSignal(caller));
	}
}

async function sendChange(caller: Caller, change: WebhookChange): Promise<Result<string | null>> {
	if (change.action === 'leave') return { value: null };
	if (change.action === 'register')
		return await tryEndpoint(caller, 'registerWebhook', { body: { url: change.url }, once: true });
	const removed = await tryEndpoint(caller, 'deleteWebhook', { once: true });
	// With a 404, another system has already removed the webhook.
	return !('value' in removed) && removed.status === 404 ? { value: null } : removed;
}
