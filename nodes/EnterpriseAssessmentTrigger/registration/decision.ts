import type { WebhookRegistration } from '../../api/specification/types';
import type { Refusal } from './errors';
import type { StoredRegistration } from './ownRegistration';

export interface WantedRegistration {
	url: string;
	isTest: boolean;
	/** What may be overwritten: a publication takes over from the trigger's own test, and from anything when told to. */
	mayReplace: 'nothing' | 'own test' | 'anything';
	/** n8n's id of the node's webhook. */
	webhookId: string | undefined;
	/** The address of n8n's editor. */
	editorBase: string;
	/** Whether a registration that gave no signing key will do. */
	unsignedWillDo: boolean;
}

export type RegistrationDecision =
	/** It stands, and its signing key is stored. */
	| { action: 'leave' }
	/** Nothing stands there, or ours without a key that is known to be its own, or `from`, which may be overwritten. */
	| { action: 'register'; url: string; from?: string }
	/** Another address stands there and must not be touched. */
	| { action: 'refuse'; reason: Refusal; present: WebhookRegistration };

/**
 * Decides what becomes of the account's one webhook (specification: Registration, POST /webhook overwrites whatever was
 * registered, and the signing key is told only then).
 *
 * @param remote what GET /webhook says; null when no webhook is registered
 */
export function decideRegistration(
	stored: StoredRegistration | undefined,
	remote: WebhookRegistration | null,
	wanted: WantedRegistration,
): RegistrationDecision {
	const { url, isTest, mayReplace } = wanted;
	if (remote === null) return { action: 'register', url };
	if (isSameAddress(remote.url, url)) {
		return stored !== undefined && isTheSame(stored, remote) && canVerify(stored, wanted)
			? { action: 'leave' }
			: { action: 'register', url };
	}
	const isTwin = isTestTwin(url, remote.url, wanted.webhookId, wanted.editorBase);
	if (mayReplace === 'anything' || (mayReplace === 'own test' && isTwin)) {
		return { action: 'register', url, from: remote.url };
	}
	if (isTest) return { action: 'refuse', reason: isTwin ? 'publishedTwin' : 'foreignToTest', present: remote };
	// What is stored travels with exports and copies of the database: its address may serve another n8n.
	const isStored = stored !== undefined && isSameAddress(remote.url, stored.url);
	return { action: 'refuse', reason: isStored ? 'storedElsewhere' : 'foreign', present: remote };
}

/** Whether what is stored would serve if it still stood: all that can be known while the service can't be read. */
export function canBeTrusted(stored: StoredRegistration, wanted: WantedRegistration): boolean {
	return isSameAddress(stored.url, wanted.url) && canVerify(stored, wanted);
}

/** An address that was registered anew has another key, and another time of its creation. */
export function isTheSame(stored: StoredRegistration, remote: WebhookRegistration): boolean {
	return isSameAddress(stored.url, remote.url) && stored.createdAt === remote.createdAt;
}

function canVerify(stored: StoredRegistration, wanted: WantedRegistration): boolean {
	return stored.signingKey !== '' || wanted.unsignedWillDo;
}

/** Whether two addresses name one place, however the service spells the one it was given. */
export function isSameAddress(one: string, other: string): boolean {
	return one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
}

/**
 * Whether one of two URLs is the test URL of the node that has the other as its production URL. n8n makes both from one base
 * and one end, `<webhookId>/<path>`; the segment between them differs, by default `webhook` and `webhook-test`.
 *
 * @param webhookId n8n's ID of the node's webhook, without which two nodes can't be told apart
 * @param editorBase the editor's URL, from which n8n 2.41 makes the test URL: the other one can have it as its base. Not the
 *   other way round: then every copy of this n8n instance would pass for it.
 */
export function isTestTwin(address: string, other: string, webhookId: string | undefined, editorBase: string): boolean {
	const [one, two] = [partsOf(address, webhookId), partsOf(other, webhookId)];
	if (one === undefined || two === undefined) return false;
	const isOfThisN8n = two.base === one.base || isSameAddress(two.base, editorBase);
	return isOfThisN8n && one.endpoint !== two.endpoint && one.end === two.end;
}

/** @returns undefined where the id is not in the path, after another segment */
function partsOf(address: string, webhookId = ''): { base: string; endpoint: string; end: string } | undefined {
	if (webhookId === '' || !URL.canParse(address)) return undefined;
	const { origin, pathname, search } = new URL(address);
	const segments = pathname.split('/');
	const id = segments.indexOf(encodeURIComponent(webhookId));
	const endpoint = segments[id - 1];
	if (endpoint === undefined) return undefined;
	const base = `${origin}${[...segments.slice(0, id - 1), ''].join('/')}`;
	return { base, endpoint, end: `${segments.slice(id).join('/')}${search}` };
}
