import { isDeprecatedVersion } from '../specification/address';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, endpointLabel } from '../specification/endpoints';
import type { Outcome } from './outcome';
import { isInDoubt } from './outcome';
import { redact } from './redact';
import { serviceMessages } from './serviceMessages';

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
	/** Whether who reads it can set the options 'Timeout' and 'Max Rate Limit Wait'. */
	isAdjustable: boolean;
}

/** The specification's "Errors", as advice. */
const ADVICE: Record<number, { what: string; advice: string }> = {
	400: {
		what: 'The service refused the request as invalid',
		advice: "Check the values of the node's parameters",
	},
	401: {
		what: 'The service did not accept the API key',
		advice:
			"The key in the credentials is missing, wrong or revoked. Create a new one in the administrative dashboard (Settings, API Keys) and put it into the credentials' 'API Key'",
	},
	403: {
		what: 'The account may not access something that the request names',
		advice: 'Check that the IDs in the parameters belong to the account whose API key the credentials hold',
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
		advice:
			'The person may not be eligible: administrators of the account, for example, can not be assigned an assessment',
	},
	415: {
		what: 'The service did not accept the content type of the request',
		advice:
			"The node sends application/json. Check whether a proxy between n8n and the 'Service Address' changes requests",
	},
	429: {
		what: "The service's rate limit stayed exceeded",
		advice:
			"The request was not processed. Find out what else uses the account's limit of 5 requests a second and 2000 in 20 minutes, try again later",
	},
};

const FILE_NOT_FOUND = {
	what: 'The service has no file at this link',
	advice: 'Read the score again and use the link from there: links may change or belong to another account',
};

const REDIRECT = {
	what: 'The service redirected the request to another address, which is not followed because the API key would go along',
	advice: "Set the final address as 'Service Address' in the credentials, usually with https",
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
	const message = `The answer to ${endpointLabel(endpoint)} is not what the API specifies: ${problem}`;
	return {
		message: redact(withDoubt(endpoint, message), secrets),
		description:
			"Check 'Service Address' and 'API Version' in the credentials, and whether a proxy answers instead of the service",
	};
}

function withDoubt(endpoint: EndpointName, message: string): string {
	return ENDPOINTS[endpoint].repeatable ? message : `${message}. ${MAY_BE_PROCESSED}`;
}

/** What a deprecated version lacks (specification, Versioning 4), or undefined when it has the endpoint. */
export function missingInVersion(endpoint: EndpointName, apiVersion: string): Failure | undefined {
	if (ENDPOINTS[endpoint].inDeprecatedVersions || !isDeprecatedVersion(apiVersion)) return undefined;
	return {
		message: `API version ${apiVersion} has no ${endpointLabel(endpoint)} (apiVersion of the credentials)`,
		description: "The version is deprecated. Set 'API Version' (apiVersion) in the credentials to 2020q3",
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
						message: `The service did not answer ${label} in time`,
						description: orRaise('Try again later', 'Timeout', telling),
					}
				: {
						message: `The connection to the service failed at ${label} (${outcome.detail})`,
						description: "Check 'Service Address' in the credentials, and whether n8n's machine can reach it",
					};
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
			: [
					`The account's rate limit is used up until ${new Date(freeAt).toISOString()}`,
					', later than',
					'Try again then',
				];
	return {
		message: telling.isAdjustable ? `${message}${bound} 'Max Rate Limit Wait' allows` : message,
		description: `${label} was not processed, after waiting ${Math.round(waitedMs / 1000)} s. ${orRaise(telling.isAdjustable ? 'Run the remaining items later' : advice, 'Max Rate Limit Wait', telling)}`,
		httpCode: '429',
	};
}

function describeAnswer(
	endpoint: EndpointName,
	{ status, body }: Extract<Outcome, { kind: 'answered' }>,
	telling: Telling,
): Failure {
	const { what, advice } = explain(endpoint, status);
	const messages = serviceMessages(body, telling.secrets);
	const said = messages.length > 0 ? `: ${messages.join('; ')}` : '';
	return {
		message: `${what}${said} (${endpointLabel(endpoint)}, status ${status})`,
		description: status === 429 ? orRaise(advice, 'Max Rate Limit Wait', telling) : advice,
		httpCode: String(status),
	};
}

function orRaise(advice: string, option: string, { isAdjustable }: Telling): string {
	return isAdjustable ? `${advice}, or raise the option '${option}'` : advice;
}

function explain(endpoint: EndpointName, status: number): { what: string; advice: string } {
	if (status === 404 && endpoint.startsWith('download')) return FILE_NOT_FOUND;
	const known = ADVICE[status];
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) return REDIRECT;
	if (status === 408 || status >= 500) return SERVER_PROBLEM;
	return {
		what: 'The service answered with a status that the API does not name',
		advice: "Check 'Service Address' in the credentials",
	};
}
