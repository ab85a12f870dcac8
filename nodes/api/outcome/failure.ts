import { isDeprecatedVersion } from '../specification/address';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, endpointLabel } from '../specification/endpoints';
import type { Outcome } from './outcome';
import { isInDoubt, NOBODY_THERE, UNTRUSTED_CERTIFICATE } from './outcome';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from './optionLabels';
import { redact } from './redact';
import { isMarkup, serviceMessages } from './serviceMessages';

/** What the user reads when a request did not succeed: what happened, then how to get unstuck. */
export interface Failure {
	message: string;
	description: string;
	httpCode?: string;
}

/** How a failure is told. */
export interface Telling {
	/** Texts that must not show up even when the service repeats them in its answer. */
	secrets: readonly string[];
	/** Whether who reads it can set the options that say how long a request may take and wait. */
	isAdjustable: boolean;
	/** What to do about a time-out, where it is more than trying again. */
	timeoutAdvice?: string;
}

/** The specification's "Errors", as advice. */
const ADVICE: Record<number, { what: string; advice: string }> = {
	400: {
		what: 'The service refused the request as invalid',
		advice: "Check the node's parameters",
	},
	401: {
		what: 'The service did not accept the API key',
		advice:
			"Put a valid 'API Key' into the credentials. The administrative dashboard makes new ones under Settings, API Keys",
	},
	403: {
		what: 'The account may not access something that the request names',
		advice: 'Check the IDs in the parameters. They have to belong to the account of the API key',
	},
	404: {
		what: 'The service knows no such address',
		advice: "Check 'Service Address' and 'API Version' in the credentials",
	},
	405: {
		what: 'The service does not allow this method at this address',
		advice: "Check 'Service Address' and 'API Version' in the credentials",
	},
	409: {
		what: 'The service could not process the request',
		advice: 'Check who is meant. Administrators of the account, for example, can not be assigned an assessment',
	},
	415: {
		what: 'The service did not accept the content type of the request',
		advice:
			"Check whether a proxy between n8n and the 'Service Address' changes requests. The node sends application/json",
	},
	429: {
		what: "The service's rate limit stayed exceeded",
		advice:
			"The request was not processed. Find out what else uses the account's limit of 5 requests a second and 2000 in 20 minutes, try again later",
	},
};

const PERHAPS_A_PROXY =
	"Check 'Service Address' and 'API Version' in the credentials. A proxy may have answered instead of the service";

/** Refusals that come as a web page: the parameters need not be at fault. */
const REFUSED_WITH_PAGE: Record<number, string> = {
	400: 'The request was refused as invalid with a web page (HTML)',
	403: 'Access was refused with a web page (HTML)',
};

/** Refusals of requests that name nothing. */
const REFUSED_NAMING_NOTHING: Record<number, string> = {
	400: 'The service refused the request as invalid',
	403: 'The service refused access',
};

const NAMING_NOTHING: readonly EndpointName[] = [
	'listAssessments',
	'listGroups',
	'getWebhook',
	'deleteWebhook',
	'sendExampleEvent',
];

const FILE_NOT_FOUND = {
	what: 'The service has no file at this link',
	advice: 'Read the score again and use the link from there. Links may change or belong to another account',
};

const REDIRECT = {
	what: 'The service redirected the request to another address',
	advice:
		"Set the final address as 'Service Address' in the credentials. Redirects are not followed, because the API key would go along",
};

/** Files may lie on another host, which the API key is not for. */
const FILE_REDIRECT = {
	what: 'The service redirected the download to another address',
	advice:
		"The node does not go there, because the API key would go along. If other operations work, leave 'Service Address' in the credentials as it is, and ask the operator of the service about its files",
};

const SERVER_PROBLEM = {
	what: 'The service had a problem on its side',
	advice: 'Try again later',
};

const MAY_BE_PROCESSED = 'The request may have been processed all the same: check before you run this once more';

export function describeFailure(endpoint: EndpointName, outcome: Outcome, telling: Telling): Failure {
	const failure = describe(endpoint, outcome, telling);
	const message = isInDoubt(outcome) ? withDoubt(endpoint, failure.message) : failure.message;
	return { ...failure, message: redact(message, telling.secrets) };
}

/**
 * The same for a success whose body is not what the specification says.
 *
 * @param problem e.g. `it has no 'groupId'`
 */
export function describeUnreadable(endpoint: EndpointName, problem: string, { secrets }: Telling): Failure {
	const message = `The answer is not what the API specifies: ${problem} (${endpointLabel(endpoint)})`;
	return {
		message: redact(withDoubt(endpoint, message), secrets),
		description: PERHAPS_A_PROXY,
	};
}

function withDoubt(endpoint: EndpointName, message: string): string {
	return ENDPOINTS[endpoint].repeatable ? message : `${message}. ${MAY_BE_PROCESSED}`;
}

/** What a deprecated version lacks (specification, Versioning 4), or undefined when it has the endpoint. */
export function missingInVersion(endpoint: EndpointName, apiVersion: string): Failure | undefined {
	if (ENDPOINTS[endpoint].inDeprecatedVersions || !isDeprecatedVersion(apiVersion)) return undefined;
	return {
		message: `API version ${apiVersion} is deprecated and has no ${endpointLabel(endpoint)}`,
		description: "Set 'API Version' (apiVersion) in the credentials to 2020q3",
	};
}

function describe(endpoint: EndpointName, outcome: Outcome, telling: Telling): Failure {
	const label = endpointLabel(endpoint);
	switch (outcome.kind) {
		case 'answered':
			return describeAnswer(endpoint, outcome, telling);
		case 'unanswered':
			return outcome.cause === 'timeout'
				? {
						message: `The service did not answer in time (${label})`,
						description: orRaise(telling.timeoutAdvice ?? 'Try again later', TIMEOUT_LABEL, telling),
					}
				: noConnection(label, outcome.detail);
		case 'waitedTooLong':
			return describeWait(label, outcome, telling);
		case 'cancelled':
			return { message: 'The execution was cancelled', description: `${label} was given up` };
	}
}

function describeWait(
	label: string,
	{ waitedMs, freeAt }: Extract<Outcome, { kind: 'waitedTooLong' }>,
	telling: Telling,
): Failure {
	const [message, bound, advice] =
		freeAt === undefined
			? ['Other requests of the account came first', ' for longer than', 'Try again later']
			: [`The account's rate limit is used up until ${timestamp(freeAt)}`, ', later than', 'Try again then'];
	return {
		message: telling.isAdjustable ? `${message}${bound} '${MAX_RATE_LIMIT_WAIT_LABEL}' allows` : message,
		description: `${label} was not processed, after waiting ${Math.round(waitedMs / 1000)} s. ${orRaise(telling.isAdjustable ? 'Run the remaining items later' : advice, MAX_RATE_LIMIT_WAIT_LABEL, telling)}`,
		httpCode: '429',
	};
}

/** @param code e.g. `ENOTFOUND`, or a text where there is none */
function noConnection(label: string, code: string): Failure {
	if (NOBODY_THERE.test(code)) {
		return {
			message: `Nothing answers at this address (${label}, ${code})`,
			description: "Check the 'Service Address' in the credentials for a typing error. n8n's machine has to reach it",
		};
	}
	if (UNTRUSTED_CERTIFICATE.test(code)) {
		return {
			message: `The certificate of this address is not trusted (${label}, ${code})`,
			description:
				"Check the 'Service Address' in the credentials. A proxy with a certificate of its own has to be made known to n8n",
		};
	}
	return {
		message: `The connection to the service broke off (${label}, ${code})`,
		description: "Try again later. If it stays so, check the 'Service Address' and the network of n8n's machine",
	};
}

function describeAnswer(
	endpoint: EndpointName,
	{ status, body }: Extract<Outcome, { kind: 'answered' }>,
	telling: Telling,
): Failure {
	const { what, advice } = explain(endpoint, status, body);
	const messages = serviceMessages(body, telling.secrets);
	const said = messages.length > 0 ? `: ${messages.join('; ')}` : '';
	return {
		message: `${what}${said} (${endpointLabel(endpoint)}, status ${status})`,
		description: status === 429 ? orRaise(advice, MAX_RATE_LIMIT_WAIT_LABEL, telling) : advice,
		httpCode: String(status),
	};
}

function orRaise(advice: string, option: string, { isAdjustable }: Telling): string {
	return isAdjustable ? `${advice}, or raise the option '${option}'` : advice;
}

function explain(endpoint: EndpointName, status: number, body: unknown): { what: string; advice: string } {
	const isFile = endpoint.startsWith('download');
	if (status === 404 && isFile) return FILE_NOT_FOUND;
	const refused = refusedWithoutCause(endpoint, status, body);
	if (refused !== undefined) return { what: refused, advice: PERHAPS_A_PROXY };
	const known = ADVICE[status];
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) return isFile ? FILE_REDIRECT : REDIRECT;
	if (status === 408 || status >= 500) return SERVER_PROBLEM;
	return {
		what: 'The service answered with a status that the API does not name',
		advice: "Check 'Service Address' in the credentials",
	};
}

/** What to call a refusal for which nothing in the request need be at fault. */
function refusedWithoutCause(endpoint: EndpointName, status: number, body: unknown): string | undefined {
	if (isMarkup(body)) return REFUSED_WITH_PAGE[status];
	return NAMING_NOTHING.includes(endpoint) ? REFUSED_NAMING_NOTHING[status] : undefined;
}

/** @param time ms since the epoch */
function timestamp(time: number): string {
	return new Date(time).toISOString().replace(/\.\d+/, '');
}
