import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { CURRENT_VERSION, normalizeBaseHost, normalizeVersion } from '../specification/address';

export const CREDENTIALS_NAME = 'enterpriseAssessmentApi';

/** They have fewer endpoints and fields, and their events carry no signature (specification: Versions). */
const DEPRECATED_VERSIONS = ['beta', '2020q1'];

/** Every n8n context that calls the service. A webhook doesn't, because it must respond within seconds. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The service account, from the credentials. */
export interface Account {
	/** {base_host}, without trailing slash and version segment. */
	baseHost: string;
	/** The version segment, e.g. `2020q3`. */
	apiVersion: string;
	isDeprecated: boolean;
	/** Only stored to keep the key out of messages. */
	apiKey: string;
	/** Used for all of the caller's requests, even if the credentials change in the meantime. */
	credentials: ICredentialDataDecryptedObject;
	/** A hash of Service Address and API key, because rate limits apply per account. */
	id: string;
}

const CREATE_KEY = 'Create one in the admin dashboard (Settings, API Keys) and paste it into the credentials';
const BAD_KEY =
	"The 'API Key' in the credentials contains a space or an invalid character (e.g. a line break or a quotation mark “)";

/**
 * @param itemIndex the input item whose values the credentials' expressions read
 * @throws NodeOperationError if the credentials can't work
 */
export async function readAccount(context: ApiContext, itemIndex?: number): Promise<Account> {
	const credentials = await context.getCredentials(CREDENTIALS_NAME, itemIndex);
	const refuse = (message: string, description?: string) =>
		new NodeOperationError(context.getNode(), message, { description, itemIndex });
	const apiKey = trimmedText(credentials.apiKey);
	if (apiKey === '') throw refuse("The 'API Key' in the credentials is empty", CREATE_KEY);
	if (/[^\x21-\x7e]/.test(apiKey)) throw refuse(BAD_KEY, 'Copy the API key again, without spaces or quotation marks');
	const apiVersion = normalizeVersion(trimmedText(credentials.apiVersion));
	if (apiVersion === undefined) {
		const advice = `Open the credentials and set it to ${CURRENT_VERSION}`;
		throw refuse("The 'API Version' in the credentials isn't valid", advice);
	}
	const address = normalizeBaseHost(trimmedText(credentials.baseHost));
	if ('problem' in address) throw refuse(address.problem);
	const { baseHost } = address;
	const isDeprecated = DEPRECATED_VERSIONS.includes(apiVersion);
	const id = createHash('sha256').update(`${baseHost}\n${apiKey}`).digest('hex');
	return { baseHost, apiVersion, isDeprecated, apiKey, credentials, id };
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
