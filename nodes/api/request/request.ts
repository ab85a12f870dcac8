import type { BodyReader } from './body';
import { jsonBody } from './body';
import type { Caller, RequestLimits } from './caller';
import { cancelSignal } from './caller';
import type { SingleRequest } from './exchange';
import { exchange } from './exchange';
import { apiError } from '../outcome/apiError';
import type { Failure } from '../outcome/failure';
import { failureOf, missingInVersion } from '../outcome/failure';
import type { Outcome } from '../outcome/outcome';
import { systemClock, wallNow } from '../pacing/clock';
import { pacerOf } from '../pacing/pacer';
import { pauseBeforeNextTry } from './retry';
import type { ResponseCheck } from '../specification/responses';

export const DEFAULT_LIMITS: RequestLimits = {
	timeoutMs: 60_000,
	maxRateLimitWaitMs: 1_800_000,
	totalMs: Number.POSITIVE_INFINITY,
	maxTries: 4,
};

/** n8n's editor shows nothing while a list waits. */
const EDITOR_WAIT_MS = 15_000;

/** A try that has less time than this left is not begun: it would end in doubt. */
const SHORTEST_TRY_MS = 1_000;

export interface ApiRequest extends SingleRequest {
	/** Sent once at most, even when it is refused: for a caller that has to look again before each try. */
	once?: boolean;
}

/** What came of a request in the end: the checked body, or why there is none. */
export type Result<T> = { value: T } | Failure;

/**
 * Sends a request and checks the answer: the way in which every node calls the service.
 *
 * @returns the checked body; null where the service answers 204 (no such user, no webhook), which few endpoints may
 * @throws NodeApiError that says what happened and what to do
 */
export async function callEndpoint<T>(caller: Caller, request: ApiRequest, check: ResponseCheck<T>): Promise<T> {
	return await readAnswer(caller, request, jsonBody(check));
}

/**
 * Sends a request for a caller that has to know more of a failure than its words, such as whether the request may have been
 * processed. Throws nothing.
 */
export async function requestEndpoint<T>(
	caller: Caller,
	request: ApiRequest,
	check: ResponseCheck<T>,
): Promise<Result<T>> {
	return await send(caller, request, jsonBody(check));
}

/**
 * Sends a request whose answer has a reader of its own, begun anew for each try.
 *
 * @throws NodeApiError as `callEndpoint` does
 */
export async function readAnswer<T>(caller: Caller, request: ApiRequest, read: BodyReader<T>): Promise<T> {
	const result = await send(caller, request, read);
	if ('value' in result) return result.value;
	throw apiError(caller.context.getNode(), result, caller.itemIndex);
}

async function send<T>(caller: Caller, request: ApiRequest, read: BodyReader<T>): Promise<Result<T>> {
	const { account, itemIndex } = caller;
	const missing = missingInVersion(request.endpoint, account.apiVersion);
	if (missing !== undefined) return missing;
	const outcome = await sendUntilDone(caller, request, read);
	if ('value' in outcome) return outcome;
	return failureOf(request.endpoint, outcome, account.apiKey, itemIndex !== undefined);
}

const NOT_SENT_IN_TIME: Outcome = {
	kind: 'unanswered',
	cause: 'timeout',
	detail: 'no time was left',
	mayBeProcessed: false,
};

/** Sends a request under the account's limits and repeats it where that is safe. */
async function sendUntilDone<T>(
	caller: Caller,
	request: ApiRequest,
	read: BodyReader<T>,
): Promise<{ value: T } | Outcome> {
	const { timeoutMs, maxRateLimitWaitMs, totalMs, maxTries } = limitsOf(caller);
	const signal = cancelSignal(caller);
	const lastBegin = systemClock.now() + totalMs - SHORTEST_TRY_MS;
	let waitedMs = 0;
	let tries = 0;
	/** Still the reason when no time is left for another try. */
	let last = NOT_SENT_IN_TIME;
	for (let isRepeat = false; ; isRepeat = true) {
		const asked = systemClock.now();
		if (asked > lastBegin) return last;
		const waitUntil = Math.min(asked + maxRateLimitWaitMs - waitedMs, lastBegin);
		const turn = await pacerOf(caller.account.id).takeTurn({ waitUntil, signal, isRepeat });
		waitedMs += systemClock.now() - asked;
		if (turn.kind === 'cancelled') return { kind: 'cancelled', mayBeProcessed: false };
		if (turn.kind === 'tooLate') {
			const freeAt = turn.freeInMs === undefined ? undefined : wallNow() + turn.freeInMs;
			return { kind: 'waitedTooLong', waitedMs, freeAt };
		}
		const leftMs = Math.ceil(lastBegin - systemClock.now());
		// A busy process gives turns late.
		const tryMs = Math.min(timeoutMs, Math.max(leftMs, 0) + SHORTEST_TRY_MS);
		const outcome = await exchange(caller, request, { read, timeoutMs: tryMs, turn });
		if ('value' in outcome || request.once === true) return outcome;
		last = outcome;
		if (outcome.kind === 'answered' && outcome.status === 429) continue;
		tries += 1;
		const longestMs = Math.min(timeoutMs, lastBegin - systemClock.now());
		const tried = { tries, maxTries, longestMs, random: Math.random() };
		const pauseMs = pauseBeforeNextTry(outcome, request.endpoint, tried);
		if (pauseMs === undefined) return outcome;
		await systemClock.sleep(pauseMs, signal);
	}
}

/** The limits of a caller's requests: the usual ones, where it has none of its own. */
export function limitsOf({ context, limits }: Caller): RequestLimits {
	const isEditor = 'getCurrentNodeParameter' in context;
	const usual = isEditor ? { ...DEFAULT_LIMITS, maxRateLimitWaitMs: EDITOR_WAIT_MS } : DEFAULT_LIMITS;
	return { ...usual, ...limits };
}
