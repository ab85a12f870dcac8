import type { IDataObject } from 'n8n-workflow';

import type { StoredRegistration } from './decision';

/**
 * n8n keeps a node's static data as one JSON text in its database, unencrypted, and notices only assignments at the top
 * level: hence flat keys.
 */
export function readStored(staticData: IDataObject): StoredRegistration | undefined {
	const { url, createdAt, signingKey } = staticData;
	if (typeof url !== 'string' || url === '') return undefined;
	return { url, createdAt: textOrEmpty(createdAt), signingKey: textOrEmpty(signingKey) };
}

export function store(staticData: IDataObject, registration: StoredRegistration): void {
	staticData.url = registration.url;
	staticData.createdAt = registration.createdAt;
	staticData.signingKey = registration.signingKey;
}

export function clearStored(staticData: IDataObject): void {
	delete staticData.url;
	delete staticData.createdAt;
	delete staticData.signingKey;
}

function textOrEmpty(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
