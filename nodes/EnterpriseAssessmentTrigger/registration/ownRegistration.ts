import type { IDataObject, IHookFunctions, IWebhookFunctions, IWorkflowMetadata } from 'n8n-workflow';

import type { Publisher } from './errors';

/** What the trigger keeps of its registration. */
export interface StoredRegistration {
	url: string;
	/** As GET /webhook gave it; empty when it could not be read after registering. */
	createdAt: string;
	/** Empty where the API version gives none. */
	signingKey: string;
}

/** n8n keeps a node's static data as unencrypted JSON in its database, and notices only assignments at the top level. */
export function readStored(staticData: IDataObject): StoredRegistration | undefined {
	const { url, createdAt, signingKey } = staticData;
	const isStored = typeof url === 'string' && typeof createdAt === 'string' && typeof signingKey === 'string';
	return isStored ? { url, createdAt, signingKey } : undefined;
}

export function store(staticData: IDataObject, { url, createdAt, signingKey }: StoredRegistration): void {
	Object.assign(staticData, { url, createdAt, signingKey });
}

export function clearStored(staticData: IDataObject): void {
	for (const key of ['url', 'createdAt', 'signingKey']) delete staticData[key];
}

/**
 * The latest registration of each trigger in this process. n8n saves static data only after `create` has returned, and may save
 * an older copy over it later (last writer wins): an event that arrives then is verified with the key that is remembered here.
 */
const fresh = new Map<string, { url: string; signingKey: string; workflow: Pick<IWorkflowMetadata, 'id' | 'name'> }>();

export function rememberFresh(context: IHookFunctions, url: string, signingKey: string): void {
	fresh.set(triggerOf(context), { url, signingKey, workflow: context.getWorkflow() });
}

export function freshKey(context: IWebhookFunctions): string | undefined {
	return fresh.get(triggerOf(context))?.signingKey;
}

/** The workflow that registered an address in this process. */
export function publisherOf(url: string, context: IHookFunctions): Publisher | undefined {
	const found = [...fresh.values()].find((registration) => registration.url === url)?.workflow;
	return found && { name: found.name, isThis: found.id === context.getWorkflow().id };
}

/** By address, since n8n does not say whether it removes a test's registration or the published workflow's. */
export function forgetFresh(url: string): void {
	for (const [trigger, registration] of fresh) {
		if (registration.url === url) fresh.delete(trigger);
	}
}

function triggerOf(context: IHookFunctions | IWebhookFunctions): string {
	const isTest = context.getMode() === 'manual';
	return `${context.getWorkflow().id} ${context.getNode().id} ${isTest}`;
}
