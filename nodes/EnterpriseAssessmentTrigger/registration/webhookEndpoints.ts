import type { IHookFunctions, NodeApiError } from 'n8n-workflow';

import type { Account } from '../../api/request/account';
import { apiError } from '../../api/outcome/apiError';
import type { EndpointName } from '../../api/specification/endpoints';
import { endpointLabel } from '../../api/specification/endpoints';
import type { Failure } from '../../api/outcome/failure';
import { describeFailure, STILL_IN_DOUBT } from '../../api/outcome/failure';
import type { Outcome } from '../../api/outcome/outcome';
import { isTemporary } from '../../api/outcome/outcome';
import { redact } from '../../api/outcome/redact';
import type { PlaceInLine } from '../../api/request/request';
import { isSuccess, requestEndpoint } from '../../api/request/request';
import type { Checked } from '../../api/specification/responses';
import { givenSigningKey, signingKey, webhookRegistration } from '../../api/specification/responses';
import type { WebhookRegistration } from '../../api/specification/types';

/** Somebody waits in front of the editor, or n8n waits to start: an activation can be repeated later. */
export const LIMITS = { timeoutMs: 10_000, maxRateLimitWaitMs: 60_000 };

/** The example event is no more than a convenience, and n8n must not wait long for it. */
const EXAMPLE_LIMITS = { timeoutMs: 3_000, maxRateLimitWaitMs: 5_000 };

export interface Answered<T> {
	value: T;
}

export interface NotAnswered {
	failure: Failure;
	/** The service's status; undefined when no answer came. */
	status: number | undefined;
	/** Whether the next try may go otherwise: there was no answer, or a problem of the service, or what came can't be read. */
	temporary: boolean;
}

/** The account's registration; null when there is none. */
export async function readWebhook(
	context: IHookFunctions,
	account: Account,
	place?: PlaceInLine,
): Promise<Answered<WebhookRegistration | null> | NotAnswered> {
	const outcome = await requestEndpoint(context, account, { endpoint: 'getWebhook', limits: LIMITS, place });
	if (!isSuccess('getWebhook', outcome)) return notAnswered('getWebhook', account, outcome);
	if (outcome.status === 204) return { value: null };
	return answered('getWebhook', account, outcome.status, webhookRegistration(outcome.body));
}

/**
 * @param mayBeKeyless whether a registration without a signing key will do
 * @returns the signing key; empty where there is none
 */
export async function postWebhook(
	context: IHookFunctions,
	account: Account,
	{ url, mayBeKeyless, place }: { url: string; mayBeKeyless: boolean; place: PlaceInLine },
): Promise<Answered<string> | NotAnswered> {
	const endpoint = 'registerWebhook';
	const request = { endpoint, body: { url }, limits: LIMITS, once: true, place } as const;
	const outcome = await requestEndpoint(context, account, request);
	if (!isSuccess(endpoint, outcome)) return notAnswered(endpoint, account, outcome);
	const check = mayBeKeyless ? signingKey : givenSigningKey;
	const answer = answered(endpoint, account, outcome.status, check(outcome.body));
	return 'value' in answer ? { value: answer.value ?? '' } : answer;
}

/** Succeeds too when nothing was registered any more. */
export async function deleteWebhook(
	context: IHookFunctions,
	account: Account,
	place: PlaceInLine,
): Promise<Answered<'deleted'> | NotAnswered> {
	const endpoint = 'deleteWebhook';
	const outcome = await requestEndpoint(context, account, { endpoint, limits: LIMITS, once: true, place });
	const isGone = outcome.kind === 'answered' && outcome.status === 404;
	return isGone || isSuccess(endpoint, outcome) ? { value: 'deleted' } : notAnswered(endpoint, account, outcome);
}

export async function sendExampleEvent(
	context: IHookFunctions,
	account: Account,
): Promise<Answered<'sent'> | NotAnswered> {
	const outcome = await requestEndpoint(context, account, { endpoint: 'sendExampleEvent', limits: EXAMPLE_LIMITS });
	return isSuccess('sendExampleEvent', outcome) ? { value: 'sent' } : notAnswered('sendExampleEvent', account, outcome);
}

/**
 * n8n shows the user of a trigger only the message of an error, so the advice goes in there as well. n8n 1.x shows the
 * description alone where there is one: NodeApiError drops one that repeats the message.
 */
export function requestError(context: IHookFunctions, { failure }: NotAnswered): NodeApiError {
	const message = explain(failure);
	return apiError(context.getNode(), { ...failure, message, description: message });
}

export function explain(failure: Failure): string {
	return `${failure.message}. ${failure.description}.`;
}

function notAnswered(endpoint: EndpointName, account: Account, outcome: Outcome): NotAnswered {
	return {
		failure: describeFailure(endpoint, outcome, [account.apiKey], STILL_IN_DOUBT),
		status: outcome.kind === 'answered' ? outcome.status : undefined,
		temporary: isTemporary(outcome),
	};
}

function answered<T>(
	endpoint: EndpointName,
	account: Account,
	status: number,
	checked: Checked<T>,
): Answered<T> | NotAnswered {
	if ('value' in checked) return checked;
	const problem = redact(checked.problem, [account.apiKey]);
	return {
		failure: {
			message: `The answer to ${endpointLabel(endpoint)} is not what the API specifies: ${problem}`,
			description: "Check 'Service Address' and 'API Version' in the credentials",
		},
		status,
		temporary: true,
	};
}
