import { monotonicClock, systemNow } from '../pacing/clock';
import type { Place } from '../pacing/pacer';
import { pacerOf } from '../pacing/pacer';
import { endpointLabel } from '../specification/endpoints';
import type { ResponseCheck } from '../specification/responses';
import type { BodyReader } from './body';
import { jsonBody } from './body';
import type { Caller } from './caller';
import { budgetOf, cancelSignal } from './caller';
import type { ApiRequest } from './exchange';
import { exchange } from './exchange';
import type { Failure, Result } from './failure';
import { missingInVersion, pauseBeforeNextTry } from './failure';
import { requestError, wordsOf } from './messages';

/** A try that has less time than this left is not begun: it would end in doubt. */
const SHORTEST_TRY_MS = 1_000;

/** A longer wait for the limits is told in n8n's debug log. */
const LONG_WAIT_MS = 1_000;

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
	throw requestError(caller, result);
}

/** Sends a request under the account's limits and repeats it if that is safe. */
async function send<T>(caller: Caller, request: ApiRequest, read: BodyReader<T>): Promise<Result<T>> {
	const { endpoint } = request;
	const { apiVersion, id } = caller.account;
	const missing = missingInVersion(endpoint, apiVersion);
	if (missing !== undefined) return missing;
	const { timeoutMs, maxRateLimitWaitMs, totalMs, maxTries } = budgetOf(caller);
	const signal = caller.noMoreTurns ?? cancelSignal(caller);
	const debug = (what: string) => caller.context.logger.debug(`${endpointLabel(endpoint)}: ${what}`);
	const lastBegin = monotonicClock.now() + totalMs - SHORTEST_TRY_MS;
	let waitedMs = 0;
	let tries = 0;
	let refusals = 0;
	/** Still the reason if no time is left for another try. */
	let last: Failure = {
		...{ endpoint, tries, kind: 'unanswered', cause: 'timeout' },
		...{ detail: 'no time was left', mayBeProcessed: false },
	};
	for (let place = firstPlace(caller); ; place = 'front') {
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
		const leftMs = Math.ceil(lastBegin - monotonicClock.now());
		// A busy process gives turns late.
		const tryMs = Math.min(timeoutMs, Math.max(leftMs, 0) + SHORTEST_TRY_MS);
		const result = await exchange(caller, request, { read, timeoutMs: tryMs, turn });
		if ('value' in result) return result;
		tries += 1;
		last = { ...result, tries };
		if (request.once === true) return last;
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

/** A list in the editor, a test, a publication and a poll don't wait for the many items of an execution. */
function firstPlace({ context }: Caller): Place {
	return 'getExecutionCancelSignal' in context ? 'end' : 'ahead';
}

function inSeconds(ms: number): string {
	return `${(ms / 1_000).toFixed(1)} s`;
}
