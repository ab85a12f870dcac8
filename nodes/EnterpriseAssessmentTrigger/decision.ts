import { plainText } from '../api/specification/plainText';
import type { WebhookRegistration } from '../api/specification/values';
import type { occasionOf } from '../shared/publishing';

/** The trigger's registration, as it's kept in n8n's static data. */
export interface StoredRegistration {
	url: string;
	/** As GET /webhook returned it. Each registration changes it and the signing key. Empty if it couldn't be read. */
	createdAt: string;
	/** Empty if the API version doesn't have signing keys. */
	signingKey: string;
}

export interface WantedRegistration {
	url: string;
	occasion: ReturnType<typeof occasionOf>;
	/** Whether publishing may replace any webhook, and not only the trigger's own test webhook. */
	replacesOthers?: boolean;
	/** n8n's ID of the node's webhook, which is part of its URLs. */
	webhookId: string | undefined;
	editorBase: string;
	/** Whether a registration without a signing key is acceptable. */
	unsignedWillDo: boolean;
}

/** Why a different webhook stays. */
export type Refusal = 'foreign' | 'test' | 'storedElsewhere';

export type RegistrationDecision =
	/** The stored registration is valid. While n8n starts, it may be at an old URL, which may still reach this n8n. */
	| { action: 'leave' }
	/** Nothing is registered, our URL is registered with an unknown signing key, or a URL that may be replaced (`from`) is. */
	| { action: 'register'; url: string; from?: string }
	/** A different URL (`url`) is registered and must stay. */
	| { action: 'refuse'; reason: Refusal; url: string };

/** Decides about the account's only webhook, `present`. Registering replaces it, and returns the key (specification: Registration). */
export function decideRegistration(
	stored: StoredRegistration | undefined,
	present: WebhookRegistration | null,
	wanted: WantedRegistration,
): RegistrationDecision {
	const { url, occasion } = wanted;
	if (present === null) return { action: 'register', url };
	const isUnchanged = stored?.createdAt === present.createdAt;
	if (isSameUrl(present.url, url)) {
		return isUnchanged && canBeTrusted(stored, wanted) ? { action: 'leave' } : { action: 'register', url };
	}
	if (occasion === 'publication' && (wanted.replacesOthers === true || isTestTwin(present.url, wanted))) {
		return { action: 'register', url, from: present.url };
	}
	if (occasion === 'test') return { action: 'refuse', reason: 'test', url: present.url };
	// Exports and copies of the database contain the stored registration, so its URL may belong to a different n8n.
	const isStored = stored !== undefined && isSameUrl(present.url, stored.url);
	if (occasion === 'start' && isStored && isUnchanged) return { action: 'leave' };
	return { action: 'refuse', reason: isStored ? 'storedElsewhere' : 'foreign', url: present.url };
}

/** Says what happened, whose URL it is (`workflow` if known), and what to do. n8n shows only an error's message, and cuts a long one. */
export function refusalMessage(reason: Refusal, url: string, workflow?: string): string {
	const shown = plainText(url);
	const known = workflow && `The workflow '${plainText(workflow)}'`;
	const uses = (owner: string) => `${known ?? owner} uses your account's only webhook ('${shown}')`;
	const unused = 'If nothing uses it anymore, run Webhook: Delete.';
	const messages: Record<Refusal, string> = {
		foreign: `${uses('Another system')}. To use both, use the Enterprise Assessment Poll Trigger. To move the webhook here, publish with the option 'Replace Existing Webhook'.`,
		// A test can't find out from n8n whether its own workflow is the published one.
		test: `${uses('A published workflow or another system')}, and a test never replaces it. Use 'Fetch Test Event' in a Poll Trigger, or unpublish the workflow (perhaps this one) while you test. ${unused}`,
		storedElsewhere: `Your account's only webhook stays at a different URL of this workflow ('${shown}'). If n8n has moved, turn on 'Replace Existing Webhook' and publish. If this is a copy, unpublish the original, or use the Poll Trigger. ${unused}`,
	};
	return messages[reason];
}

/** Whether the trigger can use the stored registration if it still exists. We can't tell whether it does while the service is down. */
export function canBeTrusted(stored: StoredRegistration, wanted: WantedRegistration): boolean {
	return isSameUrl(stored.url, wanted.url) && (stored.signingKey !== '' || wanted.unsignedWillDo);
}

/** Whether two URLs are the same, even if the service spells one differently. */
export function isSameUrl(one: string, other: string): boolean {
	return hrefOf(one) === hrefOf(other);
}

const hrefOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

/** A normalized webhook URL. Before the node's ID, production and test URLs have different segments, by default `webhook` and `webhook-test`. */
const WEBHOOK_URL = /^(?<base>https?:\/\/.+\/)(?<endpoint>[^/]*)\/(?<id>[^/]+)\/webhook$/;

/**
 * Whether one of two URLs is a node's production URL and the other its test URL. n8n 2.41 uses the editor's URL as the base of test
 * URLs. Only the base of `other` may be that. If the base of the wanted URL could, too, every copy of this n8n would pass.
 */
export function isTestTwin(other: string, { url, webhookId = '', editorBase }: WantedRegistration): boolean {
	const [one, two] = [url, other].map((each) => WEBHOOK_URL.exec(hrefOf(each))?.groups);
	if (one?.id !== encodeURIComponent(webhookId) || two?.id !== one.id) return false;
	const isOfThisN8n = two.base === one.base || isSameUrl(two.base ?? '', editorBase);
	return isOfThisN8n && one.endpoint !== two.endpoint;
}
