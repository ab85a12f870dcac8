import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CURRENT_VERSION, normalizeAddress, normalizeVersion } from '../specification/address';
import type { ApiContext } from './context';

export const CREDENTIALS_NAME = 'enterpriseAssessmentApi';

/** The service account that a node works with, read from its credentials. */
export interface Account {
	/** Normalised {base_host}: no trailing slash, no version segment. */
	baseHost: string;
	/** The version segment, e.g. `2020q3`. */
	apiVersion: string;
	/** Held only to keep it out of messages. */
	apiKey: string;
	/** What requests are authenticated with: the same from the first to the last, whatever becomes of the credentials. */
	credentials: ICredentialDataDecryptedObject;
	/** Names the account without giving the key away: the limits apply per account. */
	id: string;
}

/** An n8n context and the account behind its credentials: what a request goes out with. */
export interface Connection {
	context: ApiContext;
	account: Account;
}

/** @throws NodeOperationError when the credentials can't work, before any request */
export async function readAccount(context: ApiContext): Promise<Account> {
	const credentials = await context.getCredentials(CREDENTIALS_NAME);
	const apiKey = trimmedText(credentials.apiKey);
	if (apiKey === '') {
		throw new NodeOperationError(context.getNode(), "The 'API Key' of the credentials is empty", {
			description:
				'Create a key in the administrative dashboard (Settings, API Keys) and paste it into the credentials',
		});
	}
	if (/[^\x21-\x7e]/.test(apiKey)) {
		throw new NodeOperationError(
			context.getNode(),
			"The 'API Key' of the credentials contains a space or a character that no key has (e.g. a line break or a quotation mark “)",
			{ description: 'Copy the key again from where you keep it, without anything around it' },
		);
	}
	const apiVersion = normalizeVersion(trimmedText(credentials.apiVersion));
	if (apiVersion === undefined) {
		throw new NodeOperationError(context.getNode(), "The 'API Version' of the credentials is not valid", {
			description: `Open the credentials and set it to ${CURRENT_VERSION}`,
		});
	}
	const address = normalizeAddress(trimmedText(credentials.baseHost));
	if ('problem' in address) throw new NodeOperationError(context.getNode(), address.problem);
	const id = createHash('sha256').update(`${address.baseHost}\n${apiKey}`).digest('hex');
	return { baseHost: address.baseHost, apiVersion, apiKey, credentials, id };
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
