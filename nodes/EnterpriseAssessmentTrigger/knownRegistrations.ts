import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { parseIsoTimestamp } from '../api/specification/values';
import { triggerId } from '../shared/publishing';
import { isSameUrl, type StoredRegistration } from './decision';

// This file keeps the trigger's registration in n8n's static data and in this process.

/** Each trigger's latest registration, for events that arrive before n8n saves static data, or after it saves an old copy. */
const fresh = new Map<string, StoredRegistration & { workflow: string | undefined }>();

/** The last registration that this process made. */
export function freshRegistration(context: IWebhookFunctions): StoredRegistration | undefined {
	return fresh.get(triggerId(context));
}

/** The signing keys that events can have: both, because the stored one can be an old copy, unless it's known to be the newer one. */
export function currentSigningKeys(stored?: StoredRegistration, known?: StoredRegistration): string[] {
	const storedAt = parseIsoTimestamp(stored?.createdAt);
	const knownAt = parseIsoTimestamp(known?.createdAt);
	const isReplaced = storedAt !== undefined && knownAt !== undefined && storedAt > knownAt;
	return [stored, isReplaced ? undefined : known].flatMap((one) => one?.signingKey ?? []);
}

export function storedRegistration(context: IHookFunctions | IWebhookFunctions): StoredRegistration | undefined {
	const { url, createdAt, signingKey } = context.getWorkflowStaticData('node');
	const isStored = typeof url === 'string' && typeof createdAt === 'string' && typeof signingKey === 'string';
	return isStored ? { url, createdAt, signingKey } : undefined;
}

/** @param registration its `createdAt` is empty until the service has been asked for it */
export function rememberRegistration(context: IHookFunctions, registration: StoredRegistration): void {
	// The fields are at the top level of the static data, because n8n only notices assignments there.
	Object.assign(context.getWorkflowStaticData('node'), registration);
	fresh.set(triggerId(context), { ...registration, workflow: context.getWorkflow().name });
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
