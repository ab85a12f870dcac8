import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS } from '../specification/endpoints';
import { NO_TLS, NOBODY_THERE, UNTRUSTED_CERTIFICATE } from './outcome';
import { isMarkup } from './serviceMessages';

/** Two options of the action node as the editor labels them, and as messages name them. */
export const TIMEOUT_LABEL = 'Timeout (Seconds)';
export const MAX_RATE_LIMIT_WAIT_LABEL = 'Max Rate Limit Wait (Seconds)';

/** What the user reads: what happened, then how to get unstuck. */
export interface Words {
	message: string;
	description: string;
}

const CHECK_ADDRESS = "Check the 'Service Address' in the credentials";
const CHECK_ADDRESS_AND_VERSION = "Check 'Service Address' and 'API Version' in the credentials";
export const PERHAPS_A_PROXY = `${CHECK_ADDRESS_AND_VERSION}. A proxy may have answered instead of the service`;
const OWN_CERTIFICATE = `${CHECK_ADDRESS}. A proxy with a certificate of its own has to be made known to n8n (NODE_EXTRA_CA_CERTS)`;

/** The specification's "Errors", as advice. */
const REFUSALS: Readonly<Record<number, Words>> = {
	400: {
		message: 'The service refused the request as invalid',
		description: "Check the node's parameters",
	},
	401: {
		message: 'The service did not accept the API key',
		description:
			"Put a valid 'API Key' into the credentials. The administrative dashboard makes new ones under Settings, API Keys",
	},
	403: {
		message: 'The service refused access',
		description: 'Check the IDs in the parameters. They have to belong to the account of the API key',
	},
	404: {
		message: 'The service knows no such address',
		description: CHECK_ADDRESS_AND_VERSION,
	},
	409: {
		message: 'The service could not process the request',
		description: 'Check the person. Administrators of the account, for example, can not be assigned an assessment',
	},
	429: {
		message: "The service's rate limit stayed exceeded",
		description:
			"The request was not processed. Find out what else uses the account's limit of 5 requests a second and 2000 in 20 minutes, and try again later",
	},
};

const FILE_NOT_FOUND: Words = {
	message: 'The service has no file at this link',
	description: 'Read the score again and use the link from there. Links may change or belong to another account',
};

const REDIRECT: Words = {
	message: 'The service redirected the request to another address',
	description:
		"Set the final address as 'Service Address' in the credentials. Redirects are not followed, because the API key would go along",
};

/** Files may lie on another host, which the API key is not for. */
const FILE_REDIRECT: Words = {
	message: 'The service redirected the download to another address',
	description:
		"The node does not go there, because the API key would go along. If other operations work, leave 'Service Address' in the credentials as it is, and ask the operator of the service about its files",
};

const SERVER_ERROR: Words = {
	message: 'The service could not answer because of an error on its side',
	description: 'Try again later',
};

const UNKNOWN_STATUS: Words = {
	message: 'The service answered with a status that the node does not expect',
	description: PERHAPS_A_PROXY,
};

/** By what the error is called; the first that matches. */
const CONNECTIONS: ReadonlyArray<[pattern: RegExp, words: Words]> = [
	[
		NOBODY_THERE,
		{
			message: 'Nothing answers at this address',
			description: `${CHECK_ADDRESS} for a typing error. n8n's machine has to reach it`,
		},
	],
	[
		new RegExp(NO_TLS),
		{
			message: 'This address does not speak https',
			description: `${CHECK_ADDRESS}, its port in particular. Something answers there without encryption`,
		},
	],
	[
		/^CERT_HAS_EXPIRED$/,
		{
			message: 'The certificate of this address has expired',
			description: "Ask the operator of the service to renew it, or set the clock of n8n's machine if it is wrong",
		},
	],
	[
		/ALTNAME_INVALID/,
		{
			message: 'The certificate of this address belongs to another name',
			description: `${CHECK_ADDRESS} for a typing error. It has to be the name that the service's certificate is for`,
		},
	],
	[
		UNTRUSTED_CERTIFICATE,
		{
			message: 'The certificate of this address is not trusted. It may be self-signed',
			description: OWN_CERTIFICATE,
		},
	],
];

const BROKEN_OFF: Words = {
	message: 'The connection to the service broke off',
	description: "Try again later. If it stays so, check the 'Service Address' and the network of n8n's machine",
};

export function wordsOfStatus(endpoint: EndpointName, status: number, body: unknown): Words {
	const isFile = endpoint.startsWith('download');
	if (status === 404 && isFile) return FILE_NOT_FOUND;
	if (status >= 300 && status < 400) return isFile ? FILE_REDIRECT : REDIRECT;
	if (status === 408 || status >= 500) return SERVER_ERROR;
	const words = REFUSALS[status] ?? UNKNOWN_STATUS;
	const namesSomething = isFile || ENDPOINTS[endpoint].method === 'POST';
	const isBlameless = isMarkup(body) || !namesSomething;
	return isBlameless && (status === 400 || status === 403) ? { ...words, description: PERHAPS_A_PROXY } : words;
}

/** @param detail the code of the error, or a text where there is none */
export function wordsOfConnection(detail: string): Words {
	return CONNECTIONS.find(([pattern]) => pattern.test(detail))?.[1] ?? BROKEN_OFF;
}
