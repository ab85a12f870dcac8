import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { monotonicClock } from '../pacing/clock';
import { pacerOf, type Turn } from '../pacing/pacer';
import { endpointLabel, type EndpointName, ENDPOINTS, type ResponseOf } from '../specification/endpoints';
import { isRecord, type ResponseCheck } from '../specification/responses';
import { type BodyReader, type IncomingResponse, jsonBody, readErrorBody } from './body';
import { type Account, type Caller, cancelSignal, CREDENTIALS_NAME } from './caller';
import { type Failure, failureOfThrown, pauseBeforeNextTry, type Result, retryAfterMs } from './failure';
import { requestError, wordsOf } from './messages';
import { serviceWords } from './serviceWords';

interface ApiRequest {
	endpoint: EndpointName;
	/** Sent as JSON. Omitted if the specification doesn't have a body. */
	body?: IDataObject;
	/** A file's full URL, resolved from its link. All other URLs come from the endpoint. */
	fileUrl?: string;
	/** Sends the request at most once, even if it's refused, because the caller has to check something before each try. */
	once?: boolean;
	/** Waits for the response to a request on its way even if the execution is canceled, because the response can't be got again. */
	outlivesCancel?: boolean;
}

/** A try needs at least this much time, because a shorter one would likely end without a clear outcome. */
const SHORTEST_TRY_MS = 1_000;

/** A longer wait for the rate limits appears in n8n's debug log. */
const LONG_WAIT_MS = 1_000;

/**
 * Sends a request and returns the checked body; null if the service answers 204 (no such user, no webhook).
 *
 * @throws NodeApiError that says what happened and what to do
 */
export async function callEndpoint<N extends EndpointName>(
	caller: Caller,
	endpoint: N,
	body?: IDataObject,
): Promise<ResponseOf<N>> {
	return valueOrThrow(caller, await tryEndpoint(caller, endpoint, { body }));
}

export function valueOrThrow<T>(caller: Caller, result: Result<T>): T {
	if ('value' in result) return result.value;
	throw requestError(caller, result);
}

const RESPONSES: { [Name in EndpointName]: { response: ResponseCheck<ResponseOf<Name>> } } = ENDPOINTS;

/** Same as `callEndpoint`, but never throws. Returns a failure to callers that need its details, e.g. whether it's in doubt. */
export async function tryEndpoint<N extends EndpointName>(
	caller: Caller,
	endpoint: N,
	more: Pick<ApiRequest, 'body' | 'once' | 'outlivesCancel'> = {},
): Promise<Result<ResponseOf<N>>> {
	const { response } = RESPONSES[endpoint];
	return await send(caller, { endpoint, ...more }, jsonBody(response, caller.account.isDeprecated));
}

/** Sends a request when the rate limits have room, and retries it if a retry does no harm. Never throws. Each try reads anew. */
export async function send<T>(caller: Caller, request: ApiRequest, read: BodyReader<T>): Promise<Result<T>> {
	const { endpoint } = request;
	const missing = missingInVersion(endpoint, caller.account);
	if (missing !== undefined) return missing;
	const { timeoutMs, maxRateLimitWaitMs, totalMs, maxTries } = caller.budget;
	const signal = caller.noMoreTurns ?? cancelSignal(caller);
	const debug = (what: string) => caller.context.logger.debug(`${endpointLabel(endpoint)}: ${what}`);
	const endBy = monotonicClock.now() + totalMs;
	const lastBegin = endBy - SHORTEST_TRY_MS;
	let waitedMs = 0;
	let refusals = 0;
	/** The failure to report if there's no time for another try, or even for the first one. */
	let last: Failure = { endpoint, tries: 0, kind: 'noTime' };
	for (;;) {
		const asked = monotonicClock.now();
		if (asked > lastBegin) return last;
		const waitUntil = Math.min(asked + maxRateLimitWaitMs - waitedMs, lastBegin);
		const place = last.tries === 0 ? caller.place : 'front';
		const turn = await pacerOf(caller.account.id).takeTurn({ waitUntil, signal, place });
		const waited = monotonicClock.now() - asked;
		waitedMs += waited;
		if (waited > LONG_WAIT_MS) debug(`waited ${inSeconds(waited)} for the rate limit`);
		if (turn.kind === 'canceled') return { endpoint, tries: last.tries, kind: 'canceled', mayHaveArrived: false };
		if (turn.kind === 'tooLate') {
			const freeAt = turn.freeInMs === undefined ? undefined : Date.now() + turn.freeInMs;
			return { endpoint, tries: last.tries, status: last.status, kind: 'waitedTooLong', waitedMs, freeAt };
		}
		// If the process is busy, a turn can come late.
		const leftMs = Math.max(SHORTEST_TRY_MS, Math.ceil(endBy - monotonicClock.now()));
		const result = await sendOnce(caller, request, { read, timeoutMs: Math.min(timeoutMs, leftMs), turn });
		if ('value' in result) return result;
		last = { ...result, tries: last.tries + result.tries };
		if (request.once === true) return last;
		if (last.status === 429) {
			refusals += 1;
			debug('refused (429), waiting for another turn');
			continue;
		}
		const longestMs = Math.min(timeoutMs, lastBegin - monotonicClock.now());
		const plan = { tries: last.tries - refusals, maxTries, longestMs, random: Math.random() };
		const pauseMs = pauseBeforeNextTry(last, plan);
		if (pauseMs === undefined) return last;
		debug(`retrying in ${inSeconds(pauseMs)}. ${wordsOf(last).message}`);
		await monotonicClock.sleep(pauseMs, signal);
	}
}

/** Sends a request once. Never throws. `timeoutMs` is for the whole try, however slowly the response arrives. */
async function sendOnce<T>(
	caller: Caller,
	request: ApiRequest,
	{ read, timeoutMs, turn }: { read: BodyReader<T>; timeoutMs: number; turn: Turn },
): Promise<Result<T>> {
	const { endpoint } = request;
	const { apiKey } = caller.account;
	const cancel = request.outlivesCancel === true ? new AbortController().signal : cancelSignal(caller);
	const end = new AbortController();
	void monotonicClock.sleep(timeoutMs, end.signal).then(() => end.abort());
	const abortSignal = AbortSignal.any([end.signal, cancel]);
	let hasBegun = false;
	try {
		const response = await responseFor(caller, { ...httpOptions(caller, request), abortSignal });
		hasBegun = true;
		const { status, headers, body } = response;
		const wishMs = retryAfterMs(headers['retry-after'], Date.now());
		turn.settle({ status, retryAfterMs: wishMs });
		if (status >= 200 && status <= 299) {
			const checked = await read(response);
			return 'value' in checked ? checked : { endpoint, tries: 1, kind: 'unreadable', status, ...checked };
		}
		// A refused request goes back to the front of the queue, so don't wait for anything else first.
		const said = serviceWords(status === 429 ? undefined : await readErrorBody(body), apiKey);
		const { origin } = new URL(caller.account.baseHost);
		return { endpoint, tries: 1, kind: 'answered', status, retryAfterMs: wishMs, said, origin };
	} catch (error) {
		const failure = cancel.aborted
			? ({ kind: 'canceled', mayHaveArrived: true } as const)
			: failureOfThrown({ error, apiKey, isLate: end.signal.aborted, hasBegun });
		if (!hasBegun) turn.settle({ status: undefined, neverArrived: !failure.mayHaveArrived });
		return { endpoint, tries: 1, ...failure };
	} finally {
		// Abort the rest, because a body that isn't read to its end keeps its connection open.
		end.abort();
	}
}

/** @throws what n8n's HTTP helper throws if there is no response */
async function responseFor({ context, account }: Caller, options: IHttpRequestOptions): Promise<IncomingResponse> {
	// In an execution, the helper replaces the signal in the options with the execution's.
	const cancelSignalOfTry = { value: () => options.abortSignal };
	const contextOfTry: Caller['context'] = Object.create(context, { getExecutionCancelSignal: cancelSignalOfTry });
	const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
		contextOfTry,
		CREDENTIALS_NAME,
		options,
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIALS_NAME, data: account.credentials } },
	);
	const { statusCode, headers, body }: Record<string, unknown> = isRecord(response) ? response : {};
	if (typeof statusCode !== 'number' || !isRecord(headers) || !isStream(body)) throw response;
	// Without a listener, a stream that fails early would end the process.
	body.on('error', () => undefined);
	return { status: statusCode, headers, body };
}

function httpOptions({ account }: Caller, { endpoint, body, fileUrl }: ApiRequest): IHttpRequestOptions {
	const { method, path } = ENDPOINTS[endpoint];
	const isFile = fileUrl !== undefined;
	return {
		method,
		url: fileUrl ?? `${account.baseHost}/${account.apiVersion}${path}`,
		headers: {
			Accept: isFile ? '*/*' : 'application/json',
			// Only an uncompressed body can be compared with its Content-Length.
			...(isFile ? { 'Accept-Encoding': 'identity' } : {}),
			...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
		},
		// The body is text, because the helper wouldn't send an empty object.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		// With a stream, the first bytes end the turn, and a slow body can be aborted.
		encoding: 'stream',
		// The helper would send the key to any host that a redirect names.
		disableFollowRedirect: true,
		// Otherwise, the helper would retry after a 401 and lose the service's messages.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The helper's own timeout only counts silence, so it's as long as possible, and ours ends the request.
		timeout: 2 ** 31 - 1,
	};
}

function isStream(body: unknown): body is IncomingResponse['body'] {
	return isRecord(body) && Symbol.asyncIterator in body && typeof body.destroy === 'function';
}

/** Returns a failure if the API version is deprecated and lacks the endpoint (specification: Versions). */
export function missingInVersion(endpoint: EndpointName, account: Account): Failure | undefined {
	if (ENDPOINTS[endpoint].inDeprecatedVersions || !account.isDeprecated) return undefined;
	return { endpoint, tries: 0, kind: 'notInVersion', apiVersion: account.apiVersion };
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
