import { type JsonObject, NodeApiError } from 'n8n-workflow';

import { CURRENT_VERSION } from '../specification/address';
import { ENDPOINTS, endpointLabel } from '../specification/endpoints';
import { readableTime } from '../specification/values';
import type { Caller } from './caller';
import { type Failure, isInDoubt, NO_TLS, UNREACHABLE, UNTRUSTED_CERTIFICATE } from './failure';

/** Two options of the action node, as the editor and messages name them. */
export const TIMEOUT_LABEL = 'Timeout (Seconds)';
export const MAX_RATE_LIMIT_WAIT_LABEL = 'Max Rate Limit Wait (Seconds)';

/** Tells the user first what happened, then what to do. */
export interface Words {
	message: string;
	description: string;
}

const tell = (message: string, description: string): Words => ({ message, description });

const CHECK_PARAMETERS = "Check the node's parameters";
const CHECK_ADDRESS = "Check the 'Service Address' in the credentials";
const CHECK_ADDRESS_AND_VERSION = "Check 'Service Address' and 'API Version' in the credentials";
const PERHAPS_A_PROXY = `${CHECK_ADDRESS_AND_VERSION}. A proxy may have answered instead of the service`;
const OWN_CERTIFICATE = `${CHECK_ADDRESS}. If your network uses a proxy with its own certificate, add that certificate to n8n with NODE_EXTRA_CA_CERTS`;

/** The messages for each status (specification: Errors). */
const REFUSALS: Readonly<Record<number, Words>> = {
	400: tell('The service rejected the request as invalid', CHECK_PARAMETERS),
	401: tell(
		"The service didn't accept the API key",
		"Enter a valid 'API Key' in the credentials. To create one, go to Settings, API Keys in the admin dashboard",
	),
	403: tell(
		'The service refused access',
		'Check the IDs in the parameters. They must belong to the same account as the API key',
	),
	404: tell("The service can't find this URL", CHECK_ADDRESS_AND_VERSION),
	407: tell(
		"The network's proxy requires a login",
		"In n8n's environment variables, add the user name and password to the proxy's URL, e.g. HTTPS_PROXY=http://user:password@proxy.example.com:8080",
	),
	409: tell(
		"The service couldn't process the request",
		"The person might not be allowed to take assessments. For example, you can't assign one to an administrator of your account",
	),
	429: tell(
		'Your account is still over the rate limit (5 requests per second, 2,000 per 20 minutes)',
		'Try again later',
	),
};

const FILE_NOT_FOUND = tell(
	'The service has no file at this link',
	'Make sure that the link comes from a score report. If it does, get the score again, because links can change, or belong to a different account',
);

const REDIRECT = tell(
	'The service redirected the request to another URL',
	"Enter the final URL as 'Service Address' in the credentials. The node doesn't follow redirects, because that would send your API key to another URL",
);

/** The service can redirect to a file on another host, which must not get the API key. */
const FILE_REDIRECT = tell(
	'The service redirected the download to another URL',
	"If other operations work, leave 'Service Address' in the credentials as it is, and ask the service's operator why downloads are redirected. The node doesn't follow redirects, because that would send your API key to another URL",
);

/** The messages for each error code. The first match counts. */
const CONNECTIONS: ReadonlyArray<readonly [pattern: RegExp, words: Words]> = [
	[
		UNREACHABLE,
		tell(
			'No server answered at this URL',
			`${CHECK_ADDRESS} for typos. The machine that runs n8n must be able to reach it`,
		),
	],
	[new RegExp(NO_TLS), tell("The server at this URL doesn't use HTTPS", `${CHECK_ADDRESS}, especially the port`)],
	[
		/CERT_HAS_EXPIRED/,
		tell(
			"This URL's certificate has expired",
			"Ask the service's operator to renew it, or correct the clock on the machine that runs n8n",
		),
	],
	[
		/ALTNAME_INVALID/,
		tell(
			"This URL's certificate was issued for a different host name",
			`${CHECK_ADDRESS} for typos. It must match the host name on the service's certificate`,
		),
	],
	[UNTRUSTED_CERTIFICATE, tell("This URL's certificate isn't trusted. It may be self-signed", OWN_CERTIFICATE)],
];

const CHECK_N8N =
	"Check the workflow's settings and n8n's own settings, such as the time zone and the URLs that n8n may call";

const CONNECTION_LOST = tell(
	'The connection to the service was lost',
	"Try again later. If it keeps happening, check 'Service Address' and the network connection of the machine that runs n8n",
);

/**
 * Makes n8n's error for a failure in our own words, or in the given ones, because an error made from the HTTP error loses the
 * service's messages.
 */
export function requestError(
	{ context, itemIndex }: { context: Pick<Caller['context'], 'getNode'>; itemIndex?: number },
	failure: Failure,
	words: Partial<Words> = {},
): NodeApiError {
	const { message, description } = { ...wordsOf(failure, itemIndex !== undefined, words.description), ...words };
	const cause: JsonObject = { message };
	const httpCode = failure.status === undefined ? undefined : String(failure.status);
	const error = new NodeApiError(context.getNode(), cause, { message, description, httpCode, itemIndex });
	// n8n replaces a message that contains a code such as ECONNRESET with a general sentence.
	error.message = message;
	if (isInDoubt(failure)) inDoubt.add(error);
	return error;
}

/** The errors of requests that may have gone through. */
const inDoubt = new WeakSet<object>();

/** Whether the request behind an error may have gone through, so repeating it blindly could do harm. */
export function leavesDoubt(error: object): boolean {
	return inDoubt.has(error);
}

/** Describes a failure in one string, because n8n shows only the message of some errors. */
export function explain(failure: Failure | Words): string {
	const { message, description } = 'kind' in failure ? wordsOf(failure) : failure;
	return `${sentences(message, description)}.`;
}

/** Joins sentences, whether or not they end with a period. The result has none at its end. */
export function sentences(...texts: string[]): string {
	return texts
		.filter((text) => text !== '')
		.map((text) => text.replace(/\.$/, ''))
		.join('. ');
}

/** @param isAdjustable whether the reader can change the options that limit a request's time */
export function wordsOf(failure: Failure, isAdjustable = false, ownAdvice?: string): Words {
	const { message, description } = whatAndAdvice(failure, isAdjustable);
	const advice = ownAdvice ?? description;
	if (failure.kind === 'notInVersion') return { message, description: advice };
	// The details are part of the message, because an Error Workflow gets only the message.
	const said = failure.kind === 'unreadable' ? [failure.problem] : failure.kind === 'answered' ? failure.said : [];
	const what = said.length > 0 ? sentences(`${message}: ${said.join('; ')}`) : message;
	const where = `${what} (${[endpointLabel(failure.endpoint), ...detailsOf(failure)].join(', ')})`;
	if (!isInDoubt(failure)) return { message: where, description: advice };
	const check = ownAdvice === undefined ? ['Check before you run it again'] : [];
	return { message: sentences(where, 'The request may still have gone through', ...check), description: advice };
}

function detailsOf(failure: Failure): string[] {
	const details: string[] = [];
	if (failure.kind === 'unanswered' && failure.cause === 'connection') details.push(failure.detail);
	if (failure.kind !== 'unreadable' && failure.status !== undefined) details.push(`status ${failure.status}`);
	return failure.tries > 1 ? [...details, `${failure.tries} tries`] : details;
}

function whatAndAdvice(failure: Failure, isAdjustable: boolean): Words {
	const orRaise = (advice: string, option: string) => (isAdjustable ? `${advice}, or increase '${option}'` : advice);
	switch (failure.kind) {
		case 'answered': {
			const words = wordsOfStatus(failure);
			if (isAdjustable && words.description === CHECK_PARAMETERS)
				return tell(words.message, "Check this item's values in the node's parameters");
			if (failure.status !== 429) return words;
			const advice = orRaise(words.description, MAX_RATE_LIMIT_WAIT_LABEL);
			const orElse = 'Also check whether other workflows or integrations use the same account';
			return { ...words, description: `The request wasn't processed. ${advice}. ${orElse}` };
		}
		case 'unreadable':
			return tell("The service's response doesn't match the API specification", PERHAPS_A_PROXY);
		case 'unanswered': {
			const { cause, detail } = failure;
			if (cause === 'n8n') return tell(`n8n didn't send the request: ${detail}`, CHECK_N8N);
			if (cause === 'connection') return CONNECTIONS.find(([pattern]) => pattern.test(detail))?.[1] ?? CONNECTION_LOST;
			return tell("The service didn't answer in time", orRaise('Try again later', TIMEOUT_LABEL));
		}
		case 'noTime':
			return tell("There wasn't enough time left for the request", orRaise('Try again later', TIMEOUT_LABEL));
		case 'waitedTooLong': {
			const advice = orRaise('Try again later', MAX_RATE_LIMIT_WAIT_LABEL);
			const { status, tries, waitedMs } = failure;
			const waited = `The request waited ${Math.round(waitedMs / 1000)} s`;
			const again = status === 429 ? 'was refused and not processed' : "wasn't sent again";
			const message =
				failure.freeAt === undefined
					? 'The request waited too long behind other requests from your account'
					: `Your account's rate limit is used up until ${readableTime(failure.freeAt)}`;
			return tell(message, `${advice}. ${waited} and ${tries === 0 ? "wasn't sent" : again}`);
		}
		case 'canceled':
			return tell('The execution was canceled', 'Run the workflow again if you still need the result');
		case 'notInVersion':
			return tell(
				`API version ${failure.apiVersion} is deprecated and doesn't have ${endpointLabel(failure.endpoint)}`,
				`Set 'API Version' (apiVersion) in the credentials to ${CURRENT_VERSION}`,
			);
	}
}

function wordsOfStatus(failure: Failure & { kind: 'answered' }): Words {
	const { endpoint, status, said, isWebPage, origin } = failure;
	const isFile = endpoint.startsWith('download');
	if (status === 404 && isFile) return FILE_NOT_FOUND;
	if (status === 404 && origin !== undefined) {
		const advice = `Enter ${origin} as 'Service Address' in the credentials. If the path is right, check 'API Version'`;
		return tell("The service can't find this URL", advice);
	}
	if (status >= 300 && status < 400) return isFile ? FILE_REDIRECT : REDIRECT;
	if (status === 408 || status >= 500) return tell("Something went wrong on the service's side", 'Try again later');
	const words = REFUSALS[status] ?? tell('The service returned an unexpected status', PERHAPS_A_PROXY);
	const isBlameless = isWebPage || !(isFile || ENDPOINTS[endpoint].method === 'POST');
	if (isBlameless && [400, 403, 409].includes(status)) return tell(words.message, PERHAPS_A_PROXY);
	// Only POST /assign is specified to answer 409, so the others' isn't about a person.
	if (status === 409 && endpoint !== 'assign') return tell(words.message, CHECK_PARAMETERS);
	if (status !== 403 || said.length > 0) return words;
	return tell(words.message, `${words.description}. A proxy or firewall may also have answered instead of the service`);
}
