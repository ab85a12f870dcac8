import type { IHookFunctions, IWebhookFunctions, IWorkflowMetadata } from 'n8n-workflow';

import { triggerId } from '../shared/publishing';
import { isSameUrl, type StoredRegistration } from './decision';

// This file keeps the trigger's registration in n8n's static data and in this process.

/** Each trigger's latest registration, for events that arrive before n8n saves static data, or after it saves an old copy. */
const fresh = new Map<string, { url: string; signingKey: string; workflow: Pick<IWorkflowMetadata, 'id' | 'name'> }>();

export function freshSigningKey(context: IWebhookFunctions): string | undefined {
	return fresh.get(triggerId(context))?.signingKey;
}

export function storedRegistration(context: IHookFunctions | IWebhookFunctions): StoredRegistration | undefined {
	const { url, createdAt, signingKey } = context.getWorkflowStaticData('node');
	const isStored = typeof url === 'string' && typeof createdAt === 'string' && typeof signingKey === 'string';
	return isStored ? { url, createdAt, signingKey } : undefined;
}

/** Remembers a registration before its time of creation is known. */
export function rememberRegistration(context: IHookFunctions, url: string, signingKey: string): void {
	// The fields are at the top level of the static data, because n8n only notices assignments there.
	Object.assign(context.getWorkflowStaticData('node'), { url, createdAt: '', signingKey });
	fresh.set(triggerId(context), { url, signingKey, workflow: context.getWorkflow() });
}

export function forgetRegistration(context: IHookFunctions, url: string): void {
	const staticData = context.getWorkflowStaticData('node');
	for (const key of ['url', 'createdAt', 'signingKey']) delete staticData[key];
	// Publishing may already have replaced a test's registration.
	if (fresh.get(triggerId(context))?.url === url) fresh.delete(triggerId(context));
}

/** A workflow of this n8n instance, and whether it's the one that n8n publishes or tests now. */
export type Publisher = { name: string | undefined; isThis: boolean };

/** The workflow that registered a URL in this process. */
export function publisherOf(url: string, context: IHookFunctions): Publisher | undefined {
	const found = [...fresh.values()].find((registration) => isSameUrl(registration.url, url))?.workflow;
	return found && { name: found.name, isThis: found.id === context.getWorkflow().id };
}
