import { NodeApiError } from 'n8n-workflow';

import { LIMITS_TEXT } from '../pacing/slots';
import { CURRENT_VERSION } from '../specification/address';
import { endpointLabel } from '../specification/endpoints';
import { readableTime } from '../specification/values';
import type { Caller } from './caller';
import { type Failure, isInDoubt } from './failure';

/** Two options of the action node, as the editor and messages name them. */
export const TIMEOUT_LABEL = 'Timeout (Seconds)';
export const MAX_RATE_LIMIT_WAIT_LABEL = 'Max Rate Limit Wait (Seconds)';

/** Tells the user first what happened, then what to do. */
interface Words {
	message: string;
	description: string;
}

const tell = (message: string, description: string): Words => ({ message, description });

const CHECK_ADDRESS = "Check 'Service Address' and 'API Version' in the credentials";
const PERHAPS_A_PROXY = 'A proxy or firewall may have answered instead of the service';
const LATER = 'Try again later';

/** The messages for each status (specification: Errors). */
const REFUSALS: Readonly<Record<number, Words>> = {
	400: tell(
		'The service rejected the request as invalid',
		"Check the values in the node's parameters. If they come from a list, correct this row",
	),
	401: tell(
		"The service didn't accept the API key",
		"Enter a valid 'API Key' in the credentials. To create one, go to Settings, API Keys in the admin dashboard",
	),
	403: tell(
		'The service refused access',
		'Make sure that the IDs in the parameters belong to the same account as the API key',
	),
	407: tell(
		"The network's proxy requires a login",
		"In n8n's environment variables, add it to the proxy's URL, e.g. HTTPS_PROXY=http://user:password@proxy.example.com:8080",
	),
	409: tell(
		"The service couldn't process the request",
		"Check the values in the node's parameters. For example, you can't assign an assessment to an administrator of your account",
	),
};

const FILE_NOT_FOUND = tell(
	'The service has no file at this link',
	'Make sure that the link comes from a score report. If it does, get the score again, because links can change, or belong to a different account',
);

const REDIRECT = tell(
	'The service redirected the request to another URL',
	"If other requests are redirected, too, enter the final URL as 'Service Address' in the credentials. Otherwise, ask the service's operator. The node doesn't follow redirects, because that would send your API key to another URL",
);

const UNANSWERED = {
	timeout: tell("The service didn't answer in time", LATER),
	lost: tell(
		'The connection to the service was lost',
		"Try again later. If it keeps happening, check 'Service Address' and the network connection of the machine that runs n8n",
	),
	unreachable: tell(
		'No server answered at this URL',
		"Check 'Service Address' in the credentials for typos. The machine that runs n8n must be able to reach it",
	),
	untrusted: tell(
		"This URL's certificate has expired, is for a different host name, or isn't trusted",
		"Check 'Service Address' in the credentials for typos, and the clock of the machine that runs n8n. If your network uses a proxy with its own certificate, add that certificate to n8n with NODE_EXTRA_CA_CERTS. Otherwise, ask the service's operator to replace the certificate",
	),
	noTls: tell(
		"The server at this URL doesn't use HTTPS",
		"Check 'Service Address' in the credentials, especially the port",
	),
};

const OVER_LIMIT = tell(
	`Your account is still over the rate limit (${LIMITS_TEXT})`,
	"The request wasn't processed. Check whether other workflows or integrations use the same account. Try again later",
);

/** Makes n8n's error in our own words, because one made from the HTTP error loses the service's. `advice` replaces the usual one. */
export function requestError(
	{ context, itemIndex }: { context: Pick<Caller['context'], 'getNode'>; itemIndex?: number },
	failure: Failure,
	advice?: string,
): NodeApiError {
	const { message, description: usual } = wordsOf(failure, itemIndex !== undefined);
	const description = advice ?? usual;
	const httpCode = failure.status === undefined ? undefined : String(failure.status);
	const error = new NodeApiError(context.getNode(), { message }, { message, description, httpCode, itemIndex });
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
export function wordsOf(failure: Failure, isAdjustable = false): Words {
	const { message, description } = whatAndAdvice(failure);
	const option = isAdjustable ? limitOf(failure) : undefined;
	const advice = option === undefined ? description : `${description}, or increase '${option}'`;
	// The details are part of the message, because an Error Workflow gets only the message.
	const reason = failure.kind === 'unavailable' ? failure.cause : failure;
	const said = reason?.kind === 'unreadable' ? [reason.problem] : reason?.kind === 'answered' ? reason.said : [];
	const what = said.length > 0 ? sentences(`${message}: ${said.join('; ')}`) : message;
	const where = `${what} (${[endpointLabel(failure.endpoint), ...detailsOf(reason)].join(', ')})`;
	if (!isInDoubt(failure)) return { message: where, description: advice };
	return {
		message: sentences(where, 'The request may still have gone through'),
		description: sentences('Check before you run it again', advice),
	};
}

/** The action node's option that ended the request. */
function limitOf(failure: Failure): string | undefined {
	if (failure.kind === 'waitedTooLong' || failure.status === 429) return MAX_RATE_LIMIT_WAIT_LABEL;
	return failure.kind === 'unanswered' && failure.cause === 'timeout' ? TIMEOUT_LABEL : undefined;
}

function detailsOf(failure: Failure | undefined): string[] {
	if (failure === undefined) return [];
	const details: string[] = [];
	if (failure.kind === 'unanswered' && failure.cause !== 'timeout' && failure.cause !== 'n8n')
		details.push(failure.detail);
	if (failure.kind !== 'unreadable' && failure.status !== undefined) details.push(`status ${failure.status}`);
	return failure.tries > 1 ? [...details, `${failure.tries} tries`] : details;
}

function whatAndAdvice(failure: Failure): Words {
	switch (failure.kind) {
		case 'answered':
			return wordsOfStatus(failure);
		case 'unreadable':
			return tell(
				"The service's response doesn't match the API specification",
				sentences(CHECK_ADDRESS, PERHAPS_A_PROXY),
			);
		case 'unanswered':
			if (failure.cause !== 'n8n') return UNANSWERED[failure.cause];
			return tell(
				`n8n didn't send the request: ${failure.detail}`,
				"Check the workflow's settings and n8n's own settings, such as the time zone and the URLs that n8n may call",
			);
		case 'unavailable':
			return tell(
				"The service is unavailable, so the request wasn't sent",
				failure.cause?.kind === 'unanswered' ? UNANSWERED.lost.description : LATER,
			);
		case 'noTime':
			return tell("There wasn't enough time left for the request", LATER);
		case 'waitedTooLong': {
			const { status, tries, waitedMs, freeAt } = failure;
			const again = status === 429 ? 'was refused and not processed' : "wasn't sent again";
			const waited = `The request waited ${Math.round(waitedMs / 1000)} s and ${tries === 0 ? "wasn't sent" : again}`;
			const message =
				freeAt === undefined
					? 'The request waited too long behind other requests from your account'
					: `Your account's rate limit is used up until ${readableTime(freeAt)}`;
			return tell(message, sentences(waited, LATER));
		}
		case 'canceled':
			return tell(
				'The execution was canceled',
				"Run the workflow again if you still need the result. If a time limit ended it, increase 'Timeout After' in the workflow's settings, or use a loop",
			);
		case 'notInVersion':
			return tell(
				`API version ${failure.apiVersion} is deprecated and doesn't have this endpoint`,
				`Set 'API Version' (apiVersion) in the credentials to ${CURRENT_VERSION}`,
			);
	}
}

function wordsOfStatus({ endpoint, status, said, origin }: Failure & { kind: 'answered' }): Words {
	if (status === 429) return OVER_LIMIT;
	if (status === 404 && endpoint.startsWith('download')) return FILE_NOT_FOUND;
	if (status >= 300 && status < 400) return REDIRECT;
	if (status === 408 || status >= 500) return tell("Something went wrong on the service's side", LATER);
	const notFound = tell("The service can't find this URL", `${CHECK_ADDRESS}. Leave out page paths, as in ${origin}`);
	const unexpected = tell('The service returned an unexpected status', CHECK_ADDRESS);
	const { message, description } = status === 404 ? notFound : (REFUSALS[status] ?? unexpected);
	// The service explains its refusals, except a 401. A web page has no words either.
	const isExplained = said.length > 0 || [401, 407].includes(status);
	return tell(message, isExplained ? description : sentences(description, PERHAPS_A_PROXY));
}
