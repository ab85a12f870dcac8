import type { IDataObject, IHttpRequestOptions, NodeApiError } from 'n8n-workflow';

import type { Account } from './account';
import { CREDENTIALS_NAME } from './account';
import { apiError } from './apiError';
import { isByteStream, readErrorBody } from './byteStream';
import type { ApiContext } from './context';
import { cancelSignal } from './context';
import type { EndpointName } from './endpoints';
import { ENDPOINTS, endpointLabel } from './endpoints';
import type { Failure } from './failure';
import { describeFailure, MAY_BE_PROCESSED, missingInVersion } from './failure';
import type { Outcome } from './outcome';
import { outcomeOfThrown } from './outcome';
import { pacerOf } from './pacing/accountPacers';
import { systemClock } from './pacing/clock';
import { nextStep, retryAfterMs } from './pacing/retry';
import { redact } from './redact';
import type { ResponseCheck } from './responses';

export interface RequestLimits {
	/** Milliseconds one try may take; waiting for the account's turn does not count. */
	timeoutMs: number;
	/** Milliseconds the request may wait for the account's turn in all, 429s included. */
	maxRateLimitWaitMs: number;
}

export const DEFAULT_LIMITS: RequestLimits = { timeoutMs: 60_000, maxRateLimitWaitMs: 1_800_000 };

export interface ApiRequest {
	endpoint: EndpointName;
	/** Sent as JSON; left out where the specification has no body. */
	body?: IDataObject;
	/** A file's full address, resolved from its link; every other address follows from the endpoint. */
	fileUrl?: string;
	limits?: Partial<RequestLimits>;
	/** The input item that an error belongs to. */
	itemIndex?: number;
	/** Takes in the body of a successful answer that comes as a stream; a body that breaks off is a failed try. */
	receive?: (answer: AnsweredOutcome) => Promise<Outcome>;
}

type AnsweredOutcome = Extract<Outcome, { kind: 'answered' }>;

/**
 * Sends a request and checks the answer: the one way in which every node calls the service.
 *
 * @returns the checked body; null where the service answers 204 (no such user, no webhook)
 * @throws NodeApiError that says what happened and what to do
 */
export async function callEndpoint<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	check: ResponseCheck<T>,
): Promise<T | null> {
	const outcome = await requestEndpoint(context, account, request);
	return checkOutcome(context, account, request, outcome, check);
}

/** Turns a final outcome into the checked body, null for 204, or an error. */
export function checkOutcome<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	outcome: Outcome,
	check: ResponseCheck<T>,
): T | null {
	if (!isSuccess(request.endpoint, outcome)) throw outcomeError(context, account, request, outcome);
	if (outcome.status === 204) return null;
	const checked = check(outcome.body);
	if ('value' in checked) return checked.value;
	const problem = redact(checked.problem, [account.apiKey]);
	const failure: Failure = {
		message: [
			`The answer to ${endpointLabel(request.endpoint)} is not what the API specifies: ${problem}`,
			...(ENDPOINTS[request.endpoint].repeatable ? [] : [MAY_BE_PROCESSED]),
		].join('. '),
		description:
			"Check 'Service Address' and 'API Version' in the credentials, and whether a proxy answers instead of the service",
	};
	throw apiError(context.getNode(), failure, request.itemIndex);
}

/**
 * Sends a request under the account's limits, repeats it where that is safe, and says what became of it without judging
 * the status: for callers that must know whether an unsuccessful request may have been processed.
 *
 * @throws NodeApiError only where the API version lacks the endpoint
 */
export async function requestEndpoint(context: ApiContext, account: Account, request: ApiRequest): Promise<Outcome> {
	const missing = missingInVersion(request.endpoint, account.apiVersion);
	if (missing !== undefined) throw apiError(context.getNode(), missing, request.itemIndex);
	const limits = { ...DEFAULT_LIMITS, ...request.limits };
	const pacer = pacerOf(account.id);
	const signal = cancelSignal(context);
	let waitedMs = 0;
	let tries = 0;
	let ticket: number | undefined;
	for (;;) {
		const asked = systemClock.now();
		const place = await pacer.takeTurn({
			waitUntil: asked + limits.maxRateLimitWaitMs - waitedMs,
			signals: signal === undefined ? [] : [signal],
			ticket,
		});
		waitedMs += systemClock.now() - asked;
		if (place.kind === 'cancelled') return { kind: 'cancelled' };
		if (place.kind === 'tooLate') return { kind: 'waitedTooLong', waitedMs, freeAt: place.freeAt };
		ticket = place.turn.ticket;
		const answer = await send(context, account, request, limits.timeoutMs, signal);
		const status = answer.kind === 'answered' ? answer.status : undefined;
		const header = answer.kind === 'answered' ? answer.headers['retry-after'] : undefined;
		place.turn.settle({ status, retryAfterMs: retryAfterMs(header, systemClock.now()) });
		if (status !== 429) tries += 1;
		const outcome = await takeIn(request, answer, limits.timeoutMs, signal);
		const step = nextStep(outcome, ENDPOINTS[request.endpoint].repeatable, tries, Math.random());
		if (!step.repeat) return outcome;
		await systemClock.sleep(step.afterMs, signal);
	}
}

/** Every 2xx is: specification, Errors. */
export function isSuccess(endpoint: EndpointName, outcome: Outcome): outcome is AnsweredOutcome {
	if (outcome.kind !== 'answered') return false;
	const { status } = outcome;
	return status === 204 ? ENDPOINTS[endpoint].mayBeEmpty : status >= 200 && status <= 299;
}

/** The error for an outcome that is no success. */
export function outcomeError(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	outcome: Outcome,
): NodeApiError {
	return apiError(context.getNode(), describeFailure(request.endpoint, outcome, [account.apiKey]), request.itemIndex);
}

async function takeIn(
	request: ApiRequest,
	answer: Outcome,
	timeoutMs: number,
	signal: AbortSignal | undefined,
): Promise<Outcome> {
	if (answer.kind !== 'answered') return answer;
	if (request.receive !== undefined && isSuccess(request.endpoint, answer)) return await request.receive(answer);
	if (!isByteStream(answer.body)) return answer;
	const deadline = AbortSignal.timeout(timeoutMs);
	const ended = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
	return { ...answer, body: await readErrorBody(answer.body, ended) };
}

async function send(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	timeoutMs: number,
	signal: AbortSignal | undefined,
): Promise<Outcome> {
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIALS_NAME,
			httpOptions(account, request, timeoutMs),
		);
		if (isFullResponse(response)) {
			// A stream that breaks before anyone listens would end the process.
			if (isByteStream(response.body)) response.body.on('error', () => undefined);
			return { kind: 'answered', status: response.statusCode, headers: response.headers, body: response.body };
		}
		return outcomeOfThrown(response, false);
	} catch (error) {
		return outcomeOfThrown(error, signal?.aborted === true);
	}
}

function httpOptions(account: Account, request: ApiRequest, timeoutMs: number): IHttpRequestOptions {
	const { method, path } = ENDPOINTS[request.endpoint];
	const isFile = request.fileUrl !== undefined;
	return {
		method,
		url: request.fileUrl ?? `${account.baseHost}/${account.apiVersion}${path}`,
		headers: {
			Accept: isFile ? '*/*' : 'application/json',
			// A body shorter than its Content-Length can be told only while nothing on the way decompresses it.
			...(isFile ? { 'Accept-Encoding': 'identity' } : {}),
			...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
		},
		// As text, because the helper sends no body at all for an empty object.
		...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
		...(isFile ? { encoding: 'stream' as const } : {}),
		timeout: timeoutMs,
		// The helper takes the key along to wherever a redirect leads.
		disableFollowRedirect: true,
		// Every status is judged here: the helper would repeat a 401 and lose the service's messages.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
}

interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

function isFullResponse(response: unknown): response is FullResponse {
	return (
		typeof response === 'object' &&
		response !== null &&
		'statusCode' in response &&
		typeof response.statusCode === 'number' &&
		'headers' in response &&
		typeof response.headers === 'object' &&
		'body' in response
	);
}
