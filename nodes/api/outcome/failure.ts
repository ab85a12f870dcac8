import { isDeprecatedVersion } from '../specification/address';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, endpointLabel } from '../specification/endpoints';
import type { Outcome } from './outcome';
import { isInDoubt, isOver, isTemporary } from './outcome';
import { redact, serviceMessages } from './serviceMessages';
import type { Words } from './words';
import { MAX_RATE_LIMIT_WAIT_LABEL, PERHAPS_A_PROXY, TIMEOUT_LABEL, wordsOfConnection, wordsOfStatus } from './words';

/** Why a request gave no value: in words for the user, and in facts for its caller. */
export interface Failure extends Words {
	/** The service's, undefined where none came. */
	status: number | undefined;
	/** Whether the service may have processed a request that must not be sent again blindly. */
	inDoubt: boolean;
	/** Whether the same request may go otherwise in a while: no answer came, or none that says anything about the request. */
	temporary: boolean;
	/** Whether the service is done with it, whatever it did. */
	isOver: boolean;
}

const MAY_BE_PROCESSED = 'The request may have been processed all the same: check before you run this once more';

/**
 * @param apiKey must not show up, even where the service repeats it in its answer
 * @param isAdjustable whether the reader can set the options that say how long a request may take and wait
 */
export function failureOf(endpoint: EndpointName, outcome: Outcome, apiKey: string, isAdjustable: boolean): Failure {
	const { message, description } = wordsOf(endpoint, outcome, apiKey, isAdjustable);
	const inDoubt = !ENDPOINTS[endpoint].repeatable && isInDoubt(outcome);
	return {
		message: redact(inDoubt ? `${message}. ${MAY_BE_PROCESSED}` : message, apiKey),
		description: redact(`${description} (${[endpointLabel(endpoint), ...detailOf(outcome)].join(', ')})`, apiKey),
		status: 'status' in outcome ? outcome.status : undefined,
		inDoubt,
		temporary: outcome.kind === 'unreadable' || isTemporary(outcome),
		isOver: isOver(outcome),
	};
}

/** What a deprecated version lacks (specification, Versioning 4), or undefined when it has the endpoint. */
export function missingInVersion(endpoint: EndpointName, apiVersion: string): Failure | undefined {
	if (ENDPOINTS[endpoint].inDeprecatedVersions || !isDeprecatedVersion(apiVersion)) return undefined;
	return {
		message: `API version ${apiVersion} is deprecated and has no ${endpointLabel(endpoint)}`,
		description: "Set 'API Version' (apiVersion) in the credentials to 2020q3",
		status: undefined,
		inDoubt: false,
		temporary: false,
		isOver: true,
	};
}

function detailOf(outcome: Outcome): string[] {
	if (outcome.kind === 'answered') return [`status ${outcome.status}`];
	return outcome.kind === 'unanswered' && outcome.cause === 'connection' ? [outcome.detail] : [];
}

function wordsOf(endpoint: EndpointName, outcome: Outcome, apiKey: string, isAdjustable: boolean): Words {
	const orRaise = (advice: string, option: string) =>
		isAdjustable ? `${advice}, or raise the option '${option}'` : advice;
	switch (outcome.kind) {
		case 'answered': {
			const { message, description } = wordsOfStatus(endpoint, outcome.status, outcome.body);
			const said = serviceMessages(outcome.body, apiKey);
			return {
				message: said.length > 0 ? `${message}: ${said.join('; ')}` : message,
				description: outcome.status === 429 ? orRaise(description, MAX_RATE_LIMIT_WAIT_LABEL) : description,
			};
		}
		case 'unreadable':
			return {
				message: `The answer is not what the API specifies: ${outcome.problem}`,
				description: PERHAPS_A_PROXY,
			};
		case 'unanswered':
			if (outcome.cause === 'connection') {
				return wordsOfConnection(outcome.detail);
			}
			return {
				message: 'The service did not answer in time',
				description: orRaise('Try again later', TIMEOUT_LABEL),
			};
		case 'waitedTooLong': {
			const waited = `The request was not sent, after waiting ${Math.round(outcome.waitedMs / 1000)} s`;
			return {
				message:
					outcome.freeAt === undefined
						? 'Other requests of the account came first'
						: `The account's rate limit is used up until ${timestamp(outcome.freeAt)}`,
				description: `${waited}. ${orRaise('Try again later', MAX_RATE_LIMIT_WAIT_LABEL)}`,
			};
		}
		case 'cancelled':
			return { message: 'The execution was cancelled', description: 'The request was given up' };
	}
}

/** @param time ms since the epoch */
function timestamp(time: number): string {
	return new Date(time).toISOString().replace(/\.\d+/, '');
}
