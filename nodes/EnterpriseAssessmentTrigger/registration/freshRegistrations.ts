import type { StoredRegistration } from './decision';

/**
 * Registrations made by this process. n8n saves static data only after `create` has returned, and may save an older copy
 * over it later (last writer wins): an event that arrives then is verified with what is remembered here.
 */
const fresh = new Map<string, FreshRegistration>();

interface FreshRegistration {
	trigger: TriggerIdentity;
	registration: StoredRegistration;
	/** Resolves when `create` is about to return. */
	created: Promise<void>;
}

export interface TriggerIdentity {
	workflowId: string | undefined;
	nodeId: string;
	purpose: 'production' | 'test';
}

/** @returns what to call when `create` is about to return */
export function rememberFresh(trigger: TriggerIdentity, registration: StoredRegistration): () => void {
	let finish: () => void = () => {};
	const created = new Promise<void>((resolve) => {
		finish = resolve;
	});
	fresh.set(keyOf(trigger), { trigger, registration, created });
	return finish;
}

export function freshRegistration(trigger: TriggerIdentity): FreshRegistration | undefined {
	return fresh.get(keyOf(trigger));
}

/** The addresses that this process registered for other triggers of the same workflow. */
export function addressesOfSiblings({ workflowId, nodeId, purpose }: TriggerIdentity): string[] {
	return [...fresh.values()]
		.filter(({ trigger }) => trigger.workflowId === workflowId && trigger.purpose === purpose)
		.filter(({ trigger }) => trigger.nodeId !== nodeId)
		.map(({ registration }) => registration.url);
}

/** By address, since n8n does not say whether it removes a test's registration or the published workflow's. */
export function forgetFresh(url: string): void {
	for (const [key, { registration }] of fresh) {
		if (registration.url === url) fresh.delete(key);
	}
}

function keyOf({ workflowId, nodeId, purpose }: TriggerIdentity): string {
	return JSON.stringify([workflowId ?? null, nodeId, purpose]);
}
