import type { IDataObject, NodeApiError } from 'n8n-workflow';

import type { Account } from './account';
import { apiError } from '../outcome/apiError';
import type { ApiContext } from './context';
import { cancelSignal } from './context';
import type { EndpointName, FilledEndpoint } from '../specification/endpoints';
import { ENDPOINTS, endpointLabel, isSuccessStatus } from '../specification/endpoints';
import { startExchange } from './exchange';
import type { Failure } from '../outcome/failure';
import { describeFailure, MAY_BE_PROCESSED, missingInVersion } from '../outcome/failure';
import type { AnsweredOutcome, Outcome } from '../outcome/outcome';
import { pacerOf } from '../pacing/accountPacers';
import { systemClock } from '../pacing/clock';
import { nextStep, retryAfterMs } from './retry';
import { runOf } from './run';
import { redact } from '../outcome/redact';
import type { ResponseCheck } from '../specification/responses';

export interface RequestLimits {
	/** Milliseconds one try may take, to the end of its answer; waiting for the account's turn does not count. */
	timeoutMs: number;
	/** Milliseconds the request may wait for the account's turn in all, 429s included. */
	maxRateLimitWaitMs: number;
}

export const DEFAULT_LIMITS: RequestLimits = { timeoutMs: 60_000, maxRateLimitWaitMs: 1_800_000 };

/** In the account's line. The first request that is given it takes its place there, and those after it come in the same. */
export interface PlaceInLine {
	ticket?: number;
}

export interface ApiRequest<Name extends EndpointName = EndpointName> {
	endpoint: Name;
	/** Sent as JSON; left out where the specification has no body. */
	body?: IDataObject;
	/** A file's full address, resolved from its link; every other address follows from the endpoint. */
	fileUrl?: string;
	limits?: Partial<RequestLimits>;
	/** The input item that an error belongs to. */
	itemIndex?: number;
	/** Sent once at most, even when it is refused: what makes it right must be looked at again before. */
	once?: boolean;
	/** Shared by requests that are to follow each other before anybody who came later. */
	place?: PlaceInLine;
	/** Takes in the body of a successful answer that comes as a stream; a body that breaks off is a failed try. */
	receive?: (answer: AnsweredOutcome) => Promise<Outcome>;
}

/**
 * Sends a request and checks the answer: the one way in which every node calls the service.
 *
 * @returns the checked body; null where the service answers 204 (no such user, no webhook), which few endpoints may
 * @throws NodeApiError that says what happened and what to do
 */
export async function callEndpoint<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest<FilledEndpoint>,
	check: ResponseCheck<T>,
): Promise<T>;
export async function callEndpoint<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	check: ResponseCheck<T>,
): Promise<T | null>;
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
	request: ApiRequest<FilledEndpoint>,
	outcome: Outcome,
	check: ResponseCheck<T>,
): T;
export function checkOutcome<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	outcome: Outcome,
	check: ResponseCheck<T>,
): T | null;
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
	const { repeatable } = ENDPOINTS[request.endpoint];
	const pacer = pacerOf(account.id);
	const cancelled = cancelSignal(context);
	const run = runOf(context);
	let waitedMs = 0;
	let tries = 0;
	const line: PlaceInLine = request.place ?? {};
	for (;;) {
		const asked = systemClock.now();
		const waitUntil = asked + limits.maxRateLimitWaitMs - waitedMs;
		const place = await run.waitForTurn(
			request.itemIndex,
			async (halted) => await pacer.takeTurn({ waitUntil, signals: [cancelled, halted], ticket: line.ticket }),
		);
		waitedMs += systemClock.now() - asked;
		if (place.kind === 'cancelled') return { kind: 'cancelled' };
		if (place.kind === 'tooLate') return { kind: 'waitedTooLong', waitedMs, freeAt: place.freeAt };
		line.ticket = place.turn.ticket;
		const exchange = startExchange(context, account, request, limits.timeoutMs);
		const answer = await exchange.answer;
		const status = answer.kind === 'answered' ? answer.status : undefined;
		const header = answer.kind === 'answered' ? answer.headers['retry-after'] : undefined;
		const wishMs = retryAfterMs(header, Date.now());
		place.turn.settle({ status, retryAfterMs: wishMs });
		if (status !== 429) tries += 1;
		const outcome = await exchange.takeIn(answer);
		const step = nextStep(outcome, { repeatable, tries, wishMs, longestMs: limits.timeoutMs, random: Math.random() });
		if (!step.repeat || request.once === true) return outcome;
		await systemClock.sleep(step.afterMs, cancelled);
	}
}

export function isSuccess(endpoint: EndpointName, outcome: Outcome): outcome is AnsweredOutcome {
	return outcome.kind === 'answered' && isSuccessStatus(endpoint, outcome.status);
}

/** The error for an outcome that is no success; `doubt` as in `describeFailure`. */
export function outcomeError(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	outcome: Outcome,
	doubt?: string,
): NodeApiError {
	const failure = describeFailure(request.endpoint, outcome, [account.apiKey], doubt);
	return apiError(context.getNode(), failure, request.itemIndex);
}
