import type { IDataObject, IHookFunctions, IWebhookFunctions, IWorkflowMetadata } from 'n8n-workflow';

import { isTest, triggerId } from '../shared/publishing';
import { isSameUrl, type StoredRegistration } from './decision';

// This file keeps the trigger's registration in n8n's static data and in this process.

/** Reads the stored fields. They're at the top level, because n8n only notices assignments there. */
export function storedRegistration({ url, createdAt, signingKey }: IDataObject): StoredRegistration | undefined {
	const isStored = typeof url === 'string' && typeof createdAt === 'string' && typeof signingKey === 'string';
	return isStored ? { url, createdAt, signingKey } : undefined;
}

/** Each trigger's latest registration, for events that arrive before n8n saves static data, or after it saves an old copy. */
const fresh = new Map<string, { url: string; signingKey: string; workflow: Pick<IWorkflowMetadata, 'id' | 'name'> }>();

export function rememberFresh(context: IHookFunctions, url: string, signingKey: string): void {
	fresh.set(registrationId(context), { url, signingKey, workflow: context.getWorkflow() });
}

export function freshSigningKey(context: IWebhookFunctions): string | undefined {
	return fresh.get(registrationId(context))?.signingKey;
}

/** A workflow of this n8n instance, and whether it's the one that n8n publishes or tests now. */
export type Publisher = { name: string | undefined; isThis: boolean };

/** The workflow that registered a URL in this process. */
export function publisherOf(url: string, context: IHookFunctions): Publisher | undefined {
	const found = [...fresh.values()].find((registration) => isSameUrl(registration.url, url))?.workflow;
	return found && { name: found.name, isThis: found.id === context.getWorkflow().id };
}

export function forgetRegistration(staticData: IDataObject, url: string): void {
	for (const key of ['url', 'createdAt', 'signingKey']) delete staticData[key];
	// Search by URL, because n8n doesn't tell `delete` whether it ends a test or a publication.
	for (const [id, registration] of fresh) {
		if (registration.url === url) fresh.delete(id);
	}
}

/** Identifies a trigger's registration in `fresh`. A test of the trigger has a different ID. */
function registrationId(context: IHookFunctions | IWebhookFunctions): string {
	return `${triggerId(context)} ${isTest(context)}`;
}
