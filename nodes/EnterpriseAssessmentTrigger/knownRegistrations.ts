import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { triggerId } from '../shared/publishing';
import { isSameUrl, type StoredRegistration } from './decision';

// This file keeps the trigger's registration in n8n's static data and in this process.

/** Each trigger's latest registration, for events that arrive before n8n saves static data, or after it saves an old copy. */
const fresh = new Map<string, { url: string; signingKey: string; workflow: string | undefined }>();

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
	fresh.set(triggerId(context), { url, signingKey, workflow: context.getWorkflow().name });
}

export function forgetRegistration(context: IHookFunctions, url: string): void {
	const staticData = context.getWorkflowStaticData('node');
	for (const key of ['url', 'createdAt', 'signingKey']) delete staticData[key];
	// Publishing may already have replaced a test's registration.
	if (fresh.get(triggerId(context))?.url === url) fresh.delete(triggerId(context));
}

/** The name of the workflow that registered a URL in this process. */
export function workflowAt(url: string): string | undefined {
	return [...fresh.values()].find((registration) => isSameUrl(registration.url, url))?.workflow;
}
