import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the trigger keeps of its registration. */
export interface StoredRegistration {
	url: string;
	/** As GET /webhook gave it; empty when it could not be read after registering. */
	createdAt: string;
	/** Empty where the API version gives none. */
	signingKey: string;
}

/**
 * n8n keeps a node's static data as one JSON text in its database, unencrypted, and notices only assignments at the top
 * level.
 */
export function readStored(staticData: IDataObject): StoredRegistration | undefined {
	const { url, createdAt, signingKey } = staticData;
	if (typeof url !== 'string' || url === '') return undefined;
	return { url, createdAt: textOrEmpty(createdAt), signingKey: textOrEmpty(signingKey) };
}

export function store(staticData: IDataObject, { url, createdAt, signingKey }: StoredRegistration): void {
	Object.assign(staticData, { url, createdAt, signingKey });
}

export function clearStored(staticData: IDataObject): void {
	for (const key of ['url', 'createdAt', 'signingKey']) delete staticData[key];
}

function textOrEmpty(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/**
 * The latest registration of each trigger in this process. n8n saves static data only after `create` has returned, and may save
 * an older copy over it later (last writer wins): an event that arrives then is verified with the key that is remembered here.
 */
const fresh = new Map<string, { url: string; signingKey: string; workflowName: string | undefined }>();

export function rememberFresh(context: IHookFunctions, url: string, signingKey: string): void {
	fresh.set(triggerOf(context), { url, signingKey, workflowName: context.getWorkflow().name });
}

export function freshKey(context: IWebhookFunctions): string | undefined {
	return fresh.get(triggerOf(context))?.signingKey;
}

/** The name of the workflow that registered an address in this process. */
export function workflowNameAt(url: string): string | undefined {
	return [...fresh.values()].find((registration) => registration.url === url)?.workflowName;
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
