import { monotonicClock, systemNow } from '../pacing/clock';
import { pacerOf } from '../pacing/pacer';
import { endpointLabel, type EndpointName, ENDPOINTS, isDeprecatedVersion } from '../specification/endpoints';
import type { ResponseCheck } from '../specification/responses';
import { type Caller, cancelSignal, wholeBudget } from './caller';
import { type ApiRequest, type BodyReader, exchange, jsonBody } from './exchange';
import { type Failure, pauseBeforeNextTry, type Result } from './failure';
import { requestError, wordsOf } from './messages';

/** Don't start a try with less time left than this, because its outcome would likely be unclear. */
const SHORTEST_TRY_MS = 1_000;

/** A longer wait for the rate limits appears in n8n's debug log. */
const LONG_WAIT_MS = 1_000;

/**
 * Sends a request and checks the response.
 *
 * @returns the checked body; null if the service answers 204 (no such user, no webhook), which few endpoints may
 * @throws NodeApiError that says what happened and what to do
 */
export async function callEndpoint<T>(caller: Caller, request: ApiRequest, check: ResponseCheck<T>): Promise<T> {
	return await callAndRead(caller, request, jsonBody(check));
}

/** Same as `callEndpoint`, but with a reader for the body, which starts over with each try. */
export async function callAndRead<T>(caller: Caller, request: ApiRequest, read: BodyReader<T>): Promise<T> {
	const result = await send(caller, request, read);
	if ('value' in result) return result.value;
	throw requestError(caller, result);
}

/** Same as `callEndpoint`, but never throws. Returns a failure to callers that need its details, e.g. whether it's in doubt. */
export async function requestEndpoint<T>(
	caller: Caller,
	request: ApiRequest,
	check: ResponseCheck<T>,
): Promise<Result<T>> {
	return await send(caller, request, jsonBody(check));
}

/** Sends a request when the rate limits have room, and retries it if a retry does no harm. */
async function send<T>(caller: Caller, request: ApiRequest, read: BodyReader<T>): Promise<Result<T>> {
	const { endpoint } = request;
	const { apiVersion, id } = caller.account;
	const missing = missingInVersion(endpoint, apiVersion);
	if (missing !== undefined) return missing;
	const { timeoutMs, maxRateLimitWaitMs, totalMs, maxTries } = wholeBudget(caller);
	const signal = caller.noMoreTurns ?? cancelSignal(caller);
	const debug = (what: string) => caller.context.logger.debug(`${endpointLabel(endpoint)}: ${what}`);
	const lastBegin = monotonicClock.now() + totalMs - SHORTEST_TRY_MS;
	// The editor, tests, publishing and polls shouldn't wait behind an execution's many items.
	let place: 'end' | 'ahead' | 'front' = 'getExecutionCancelSignal' in caller.context ? 'end' : 'ahead';
	let waitedMs = 0;
	let tries = 0;
	let refusals = 0;
	/** The failure to report if there's no time for another try. */
	let last: Failure = {
		endpoint,
		tries,
		kind: 'unanswered',
		cause: 'timeout',
		detail: 'no time was left',
		mayBeProcessed: false,
	};
	for (;;) {
		const asked = monotonicClock.now();
		if (asked > lastBegin) return last;
		const waitUntil = Math.min(asked + maxRateLimitWaitMs - waitedMs, lastBegin);
		const turn = await pacerOf(id).takeTurn({ waitUntil, signal, place });
		const waited = monotonicClock.now() - asked;
		waitedMs += waited;
		if (waited > LONG_WAIT_MS) debug(`waited ${inSeconds(waited)} for the rate limit`);
		if (turn.kind === 'cancelled') return { endpoint, tries, kind: 'cancelled', mayBeProcessed: false };
		if (turn.kind === 'tooLate') {
			const freeAt = turn.freeInMs === undefined ? undefined : systemNow() + turn.freeInMs;
			return { endpoint, tries, status: last.status, kind: 'waitedTooLong', waitedMs, freeAt };
		}
		// If the process is busy, a turn can come late.
		const leftMs = Math.max(0, Math.ceil(lastBegin - monotonicClock.now())) + SHORTEST_TRY_MS;
		const result = await exchange(caller, request, { read, timeoutMs: Math.min(timeoutMs, leftMs), turn });
		if ('value' in result) return result;
		tries += 1;
		last = { ...result, tries };
		if (request.once === true) return last;
		place = 'front';
		if (last.status === 429) {
			refusals += 1;
			debug('refused (429), waits for another turn');
			continue;
		}
		const longestMs = Math.min(timeoutMs, lastBegin - monotonicClock.now());
		const plan = { tries: tries - refusals, maxTries, longestMs, random: Math.random() };
		const pauseMs = pauseBeforeNextTry(last, plan);
		if (pauseMs === undefined) return last;
		debug(`sent again after ${inSeconds(pauseMs)}. ${wordsOf(last).message}`);
		await monotonicClock.sleep(pauseMs, signal);
	}
}

/** Returns a failure if the API version is deprecated and lacks the endpoint (specification: Versions). */
export function missingInVersion(endpoint: EndpointName, apiVersion: string): Failure | undefined {
	if (ENDPOINTS[endpoint].inDeprecatedVersions || !isDeprecatedVersion(apiVersion)) return undefined;
	return { endpoint, tries: 0, kind: 'notInVersion', apiVersion };
}

function inSeconds(ms: number): string {
	return `${(ms / 1_000).toFixed(1)} s`;
}
