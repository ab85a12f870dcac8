import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { monotonicClock } from '../pacing/clock';
import type { Address } from '../pacing/health';
import { Pacer, type Turn } from '../pacing/pacer';
import { endpointLabel, type EndpointName, ENDPOINTS, type ResponseOf } from '../specification/endpoints';
import { isRecord, type ResponseCheck } from '../specification/responses';
import { type BodyReader, type IncomingResponse, jsonBody, readErrorBody, serviceWords } from './body';
import { type Account, type Caller, cancelSignal, CREDENTIALS_NAME } from './caller';
import { type Failure, failureOfThrown, isTemporary, type Result, retryAfterMs, signOf, SILENCE_MS } from './failure';
import { requestError, wordsOf } from './messages';
import { Plan } from './plan';

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

/** A longer wait for a turn appears in n8n's debug log. */
const LONG_WAIT_MS = 1_000;

/** The pacers of all accounts, and what they know of each Service Address, for all executions. They live as long as the process. */
const addresses = new Map<string, Address>();
const pacers = new Map<string, Pacer<Failure>>();

/** Queues the account's requests, and knows whether its service is away. */
export function pacerOf({ account: { id, baseHost } }: Caller): Pacer<Failure> {
	const address = addresses.get(baseHost) ?? { hasAnswered: false };
	addresses.set(baseHost, address);
	const pacer = pacers.get(id) ?? new Pacer<Failure>(monotonicClock, Math.random, address);
	pacers.set(id, pacer);
	return pacer;
}

/** Sends a request and returns the checked body; null after a 204 (no such user, no webhook). Throws NodeApiError for the user. */
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
	const signal = caller.stopWaiting ?? cancelSignal(caller);
	const debug = (what: string) => caller.context.logger.debug(`${endpointLabel(endpoint)}: ${what}`);
	const pacer = pacerOf(caller);
	const { health } = pacer;
	const probe = async (turn: Turn, failedProbes: number) => await findOut(caller, turn, failedProbes);
	const usual = { endpoint, patienceMs: caller.budget.patienceMs, probe, signal };
	const plan = new Plan(endpoint, caller.budget, health, monotonicClock.now());
	for (;;) {
		const asked = monotonicClock.now();
		const awayBefore = health.awayMs(asked);
		const wait = plan.wait(asked);
		if (wait === undefined) return plan.last;
		const place = plan.last.tries === 0 ? caller.place : 'front';
		const turn = await pacer.takeTurn({ ...usual, ...wait, place });
		const now = monotonicClock.now();
		const waited = now - asked;
		plan.waited(waited - (health.awayMs(now) - awayBefore));
		if (waited > LONG_WAIT_MS) debug(`waited ${inSeconds(waited)} for its turn`);
		if (turn.kind !== 'turn') return plan.without(turn, Date.now());
		if (!plan.hasTryLeft(now)) {
			turn.settle({ status: undefined, neverArrived: true });
			return plan.last;
		}
		const result = await sendOnce(caller, request, { read, timeoutMs: plan.timeoutMs(now), turn });
		if ('value' in result) return result;
		plan.failed(result);
		const pauseMs = plan.pauseMs(monotonicClock.now());
		if (pauseMs === undefined || request.once === true) return plan.last;
		if (result.status === 429) debug('refused (429), waiting for another turn');
		else {
			const when = pauseMs === 0 ? 'once the service answers' : `in ${inSeconds(pauseMs)}`;
			debug(`retrying ${when}. ${wordsOf(plan.last).message}`);
		}
		await monotonicClock.sleep(pauseMs, signal);
	}
}

/** Sends a harmless request for all who wait, even if the caller doesn't wait anymore. Returns why the service is away, if it is. */
async function findOut(caller: Caller, turn: Turn, failedProbes: number): Promise<Failure | undefined> {
	// Alternate, because the endpoint that fails may be the only one that does.
	const endpoint = failedProbes % 2 === 0 ? 'listAssessments' : 'listGroups';
	const request = { endpoint, outlivesCancel: true } as const;
	// Only the status counts.
	const read = async () => await Promise.resolve({ value: null });
	const result = await sendOnce(caller, request, { read, timeoutMs: SILENCE_MS, turn });
	return 'kind' in result && isTemporary(result) ? result : undefined;
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
		const wishMs = retryAfterMs(headers, Date.now());
		const { origin } = new URL(caller.account.baseHost);
		const answered = { endpoint, tries: 1, kind: 'answered', status, retryAfterMs: wishMs, said: [], origin } as const;
		turn.settle({ status, retryAfterMs: wishMs, sign: signOf({ ...answered, said: [] }, timeoutMs) });
		if (status >= 200 && status <= 299) {
			const checked = await read(response);
			return 'value' in checked ? checked : { endpoint, tries: 1, kind: 'unreadable', status, ...checked };
		}
		// A refused request goes back to the front of the queue, so don't wait for anything else first.
		const said = serviceWords(status === 429 ? undefined : await readErrorBody(body), apiKey);
		return { ...answered, said };
	} catch (error) {
		const why = cancel.aborted
			? ({ kind: 'canceled', mayHaveArrived: true } as const)
			: failureOfThrown({ error, apiKey, isLate: end.signal.aborted, hasBegun });
		const failure = { endpoint, tries: 1, ...why };
		if (!hasBegun)
			turn.settle({ status: undefined, neverArrived: !why.mayHaveArrived, sign: signOf(failure, timeoutMs) });
		return failure;
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
	return {
		method,
		url: fileUrl ?? `${account.baseHost}/${account.apiVersion}${path}`,
		headers: {
			Accept: fileUrl ? '*/*' : 'application/json',
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
