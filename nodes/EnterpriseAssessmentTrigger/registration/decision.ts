import { parseIsoTimestamp } from '../../api/specification/isoTimestamp';
import type { WebhookRegistration } from '../../api/specification/types';
import { foreignWebhook, publishedTwin, siblingsWebhook, storedElsewhere } from './messages';
import { isSameAddress, isTestTwin } from './webhookAddress';

/** What the trigger keeps of its registration. */
export interface StoredRegistration {
	url: string;
	/** As GET /webhook gave it; empty when it could not be read after registering. */
	createdAt: string;
	/** Empty where the API version gives none. */
	signingKey: string;
	/** The names of the assessments whose IDs the filter listed, by `idKey`. */
	namesById?: Readonly<Record<string, string>>;
}

/** What the trigger is to have. */
export interface WantedRegistration {
	url: string;
	/** A test listens for one event beside whatever is live, so it may cut off nothing. */
	purpose: 'production' | 'test';
	/** n8n's id of the node's webhook. */
	webhookId: string | undefined;
	/** The address of n8n's editor. */
	editorBase: string;
	/** What other triggers of the same workflow are known to have registered by now. */
	siblings(): readonly string[];
	/** Whether a stranger's registration may be overwritten on activation. */
	replaceExisting: boolean;
	/** Whether a registration that gave no signing key will do. */
	unsignedWillDo: boolean;
}

export type RegistrationDecision =
	/** It stands, and its signing key is stored. */
	| { action: 'leave' }
	/** Nothing stands there, or ours without a key that is known to be its own, or `from`, which may be overwritten. */
	| { action: 'register'; url: string; from?: string }
	/** Another address stands there and must not be touched. */
	| { action: 'refuse'; message: string };

/**
 * Decides what becomes of the account's one webhook (specification, States: POST /webhook overwrites whatever was
 * registered, and the signing key is told only then).
 *
 * @param stored undefined when nothing is
 * @param remote what GET /webhook says; null when no webhook is registered
 */
export function decideRegistration(
	stored: StoredRegistration | undefined,
	remote: WebhookRegistration | null,
	wanted: WantedRegistration,
): RegistrationDecision {
	const { url } = wanted;
	if (remote === null) return { action: 'register', url };
	if (isSameAddress(remote.url, url)) {
		return stored !== undefined && isTheSame(stored, remote) && canVerify(stored, wanted)
			? { action: 'leave' }
			: { action: 'register', url };
	}
	const isTwin = isTestTwin(url, remote.url, wanted.webhookId, wanted.editorBase);
	if (wanted.purpose === 'test') {
		return { action: 'refuse', message: isTwin ? publishedTwin(remote) : foreignWebhook(remote, 'test') };
	}
	if (isTwin || wanted.replaceExisting) return { action: 'register', url, from: remote.url };
	if (wanted.siblings().some((sibling) => isSameAddress(remote.url, sibling))) {
		return { action: 'refuse', message: siblingsWebhook(remote) };
	}
	// What is stored travels with exports and copies of the database: its address may serve another n8n.
	const isStored = stored !== undefined && isSameAddress(remote.url, stored.url);
	return { action: 'refuse', message: isStored ? storedElsewhere(remote) : foreignWebhook(remote, 'production') };
}

/** Whether what is stored would serve if it still stood: all that can be known while the service can't be read. */
export function canBeTrusted(stored: StoredRegistration | undefined, wanted: WantedRegistration): boolean {
	return stored !== undefined && isSameAddress(stored.url, wanted.url) && canVerify(stored, wanted);
}

/** The same address registered anew has another key, whoever did it. */
export function isTheSame(stored: StoredRegistration, remote: WebhookRegistration): boolean {
	return isSameAddress(stored.url, remote.url) && isSameInstant(stored.createdAt, remote.createdAt);
}

function canVerify(stored: StoredRegistration, wanted: WantedRegistration): boolean {
	return stored.signingKey !== '' || wanted.unsignedWillDo;
}

function isSameInstant(one: string, other: string): boolean {
	const instant = parseIsoTimestamp(one);
	return one === other || (instant !== undefined && instant === parseIsoTimestamp(other));
}
