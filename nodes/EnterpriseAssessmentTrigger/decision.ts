import type { WebhookRegistration } from '../api/specification/types';

/** The trigger's registration, as it's kept in n8n's static data. */
export interface StoredRegistration {
	url: string;
	/** The time as GET /webhook returned it. Empty if it couldn't be read after registering. */
	createdAt: string;
	/** Empty if the API version doesn't have signing keys. */
	signingKey: string;
}

export interface WantedRegistration {
	url: string;
	isTest: boolean;
	/** The webhooks that it may replace. Publishing replaces its own test webhook, and any webhook if the option allows it. */
	mayReplace: 'nothing' | 'own test' | 'anything';
	/** n8n's ID of the node's webhook, which is part of its URLs. */
	webhookId: string | undefined;
	/** The editor's URL. */
	editorBase: string;
	/** Whether a registration without a signing key is acceptable. */
	unsignedWillDo: boolean;
}

/** Why a registered webhook stays. */
export type Refusal = 'foreign' | 'foreignToTest' | 'publishedTwin' | 'storedElsewhere';

export type RegistrationDecision =
	/** The webhook is registered, and its signing key is stored. */
	| { action: 'leave' }
	/** Nothing is registered, our URL is registered with an unknown signing key, or a URL that may be replaced (`from`) is. */
	| { action: 'register'; url: string; from?: string }
	/** A different URL is registered and must stay. */
	| { action: 'refuse'; reason: Refusal; present: WebhookRegistration };

/**
 * Decides what to do with the account's only webhook. Registering overwrites any other, and only then returns the signing key
 * (specification: Registration).
 *
 * @param present the registered webhook; null if there is none
 */
export function decideRegistration(
	stored: StoredRegistration | undefined,
	present: WebhookRegistration | null,
	wanted: WantedRegistration,
): RegistrationDecision {
	const { url, isTest, mayReplace } = wanted;
	if (present === null) return { action: 'register', url };
	if (isSameUrl(present.url, url)) {
		const isOurs = stored !== undefined && isSameRegistration(stored, present) && canVerify(stored, wanted);
		return isOurs ? { action: 'leave' } : { action: 'register', url };
	}
	const isTwin = isTestTwin(url, present.url, wanted.webhookId, wanted.editorBase);
	if (mayReplace === 'anything' || (mayReplace === 'own test' && isTwin)) {
		return { action: 'register', url, from: present.url };
	}
	if (isTest) return { action: 'refuse', reason: isTwin ? 'publishedTwin' : 'foreignToTest', present };
	// Exports and copies of the database contain the stored registration, so its URL may belong to a different n8n.
	const isStored = stored !== undefined && isSameUrl(present.url, stored.url);
	return { action: 'refuse', reason: isStored ? 'storedElsewhere' : 'foreign', present };
}

/** Whether the trigger can use the stored registration if it still exists. We can't tell whether it does while the service is down. */
export function canBeTrusted(stored: StoredRegistration, wanted: WantedRegistration): boolean {
	return isSameUrl(stored.url, wanted.url) && canVerify(stored, wanted);
}

/** Whether the stored registration is still the present one. Registering a URL again changes its signing key and time of creation. */
export function isSameRegistration(stored: StoredRegistration, present: WebhookRegistration): boolean {
	return isSameUrl(stored.url, present.url) && stored.createdAt === present.createdAt;
}

function canVerify(stored: StoredRegistration, wanted: WantedRegistration): boolean {
	return stored.signingKey !== '' || wanted.unsignedWillDo;
}

/** Whether two URLs are the same, even if the service spells one differently. */
export function isSameUrl(one: string, other: string): boolean {
	return one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
}

/**
 * Whether one of two URLs is a node's production URL and the other its test URL. Both have the same base and the same end,
 * `<webhookId>/<path>`. The segment between them differs, by default `webhook` and `webhook-test`.
 *
 * @param editorBase the editor's URL, which n8n 2.41 uses as the base of test URLs. Only the base of `other` is compared with it. If
 *   the base of `url` were too, every copy of this n8n instance would pass.
 */
export function isTestTwin(url: string, other: string, webhookId: string | undefined, editorBase: string): boolean {
	const [one, two] = [partsOf(url, webhookId), partsOf(other, webhookId)];
	if (one === undefined || two === undefined) return false;
	const isOfThisN8n = two.base === one.base || isSameUrl(two.base, editorBase);
	return isOfThisN8n && one.endpoint !== two.endpoint && one.end === two.end;
}

/** Splits a URL. Undefined if the path doesn't contain another segment and then the ID. */
function partsOf(url: string, webhookId = ''): { base: string; endpoint: string; end: string } | undefined {
	if (webhookId === '' || !URL.canParse(url)) return undefined;
	const { origin, pathname, search } = new URL(url);
	const segments = pathname.split('/');
	const id = segments.indexOf(encodeURIComponent(webhookId));
	const endpoint = segments[id - 1];
	if (endpoint === undefined) return undefined;
	const base = `${origin}${[...segments.slice(0, id - 1), ''].join('/')}`;
	return { base, endpoint, end: `${segments.slice(id).join('/')}${search}` };
}
