import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../api/specification/isRecord';
import type { StoredRegistration } from './decision';

/**
 * n8n keeps a node's static data as one JSON text in its database, unencrypted, and notices only assignments at the top
 * level.
 */
export function readStored(staticData: IDataObject): StoredRegistration | undefined {
	const { url, createdAt, signingKey, namesById } = staticData;
	if (typeof url !== 'string' || url === '') return undefined;
	const registration = { url, createdAt: textOrEmpty(createdAt), signingKey: textOrEmpty(signingKey) };
	return isRecord(namesById) ? { ...registration, namesById: textsOf(namesById) } : registration;
}

export function store(staticData: IDataObject, registration: StoredRegistration): void {
	staticData.url = registration.url;
	staticData.createdAt = registration.createdAt;
	staticData.signingKey = registration.signingKey;
	const { namesById = {} } = registration;
	if (Object.keys(namesById).length > 0) staticData.namesById = { ...namesById };
	else delete staticData.namesById;
}

export function clearStored(staticData: IDataObject): void {
	delete staticData.url;
	delete staticData.createdAt;
	delete staticData.signingKey;
	delete staticData.namesById;
}

function textOrEmpty(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function textsOf(record: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, textOrEmpty(value)]));
}
