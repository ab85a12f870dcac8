import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { systemNow } from '../pacing/clock';
import type { Turn } from '../pacing/pacer';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, isSuccessStatus } from '../specification/endpoints';
import { isRecord } from '../specification/responses';
import type { Answer, BodyReader } from './body';
import { isByteStream, readErrorBody } from './body';
import type { Account, ApiContext, Caller } from './caller';
import { cancelSignal, CREDENTIALS_NAME } from './caller';
import type { Result } from './failure';
import { failureOfThrown, retryAfterMs, serviceWords } from './failure';

/** What is sent, and how often it may be. */
export interface ApiRequest {
	endpoint: EndpointName;
	/** Sent as JSON; left out if the specification has no body. */
	body?: IDataObject;
	/** A file's full address, resolved from its link; every other address follows from the endpoint. */
	fileUrl?: string;
	/** Sent once at most, even if it is refused: for a caller that has to look again before each try. */
	once?: boolean;
}

/**
 * Sends a request once and reads its answer. Throws nothing, and leaves no connection open.
 *
 * @param attempt `timeoutMs` is for the whole try, however slowly the answer arrives (the helper's own time-out counts only
 * silence); `turn` is settled as soon as the service begins to answer
 */
export async function exchange<T>(
	caller: Caller,
	request: ApiRequest,
	{ read, timeoutMs, turn }: { read: BodyReader<T>; timeoutMs: number; turn: Turn },
): Promise<Result<T>> {
	const { endpoint } = request;
	const { apiKey } = caller.account;
	const cancelled = cancelSignal(caller);
	const done = new AbortController();
	let deadline: AbortSignal | undefined;
	try {
		deadline = AbortSignal.timeout(timeoutMs);
		const end = AbortSignal.any([done.signal, deadline, ...(cancelled === undefined ? [] : [cancelled])]);
		const answer = await sendOnce(caller, request, timeoutMs, end);
		const { status, headers, body } = answer;
		const wishMs = retryAfterMs(headers, systemNow());
		turn.settle({ status, retryAfterMs: wishMs });
		if (isSuccessStatus(endpoint, status)) {
			const checked = await read(answer);
			if ('value' in checked) return checked;
			return { endpoint, tries: 1, kind: 'unreadable', status, problem: checked.problem };
		}
		// A refused request is not processed (specification: Limits). It queues again at once, before everybody else.
		const said = serviceWords(status === 429 ? undefined : await readErrorBody(body), apiKey);
		return { endpoint, tries: 1, kind: 'answered', status, retryAfterMs: wishMs, ...said };
	} catch (error) {
		const failure = failureOf(endpoint, error, apiKey, cancelled?.aborted === true, deadline?.aborted === true);
		turn.settle({ status: undefined, neverArrived: !failure.mayBeProcessed });
		return failure;
	} finally {
		// A body that was not read to its end would keep its connection.
		done.abort();
	}
}

function failureOf(endpoint: EndpointName, error: unknown, apiKey: string, isCancelled: boolean, isLate: boolean) {
	if (isCancelled) return { endpoint, tries: 1, kind: 'cancelled', mayBeProcessed: true } as const;
	const failure = failureOfThrown(endpoint, error, apiKey);
	return isLate ? ({ ...failure, cause: 'timeout', mayBeProcessed: true } as const) : failure;
}

/**
 * @param end closes the connection, and the body then ends with an error
 * @throws what n8n's HTTP helper throws where no answer comes
 */
async function sendOnce(
	{ context, account }: Caller,
	request: ApiRequest,
	timeoutMs: number,
	end: AbortSignal,
): Promise<Answer> {
	// In an execution, the helper takes the execution's signal in place of the one in the options.
	const ending: ApiContext = Object.create(context, { getExecutionCancelSignal: { value: () => end } });
	const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
		ending,
		CREDENTIALS_NAME,
		{ ...httpOptions(account, request), timeout: timeoutMs, abortSignal: end },
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIALS_NAME, data: account.credentials } },
	);
	const { statusCode, headers, body }: Record<string, unknown> = isRecord(response) ? response : {};
	if (typeof statusCode !== 'number' || !isRecord(headers) || !isByteStream(body)) throw response;
	// A stream that breaks before anyone listens would end the process.
	body.on('error', () => undefined);
	return { status: statusCode, headers, body };
}

function httpOptions(account: Account, request: ApiRequest): IHttpRequestOptions {
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
		// The answer's first sign of life ends the turn, and a body that arrives slowly can be ended.
		encoding: 'stream',
		// The helper takes the key along to wherever a redirect leads.
		disableFollowRedirect: true,
		// Every status is judged here: the helper would repeat a 401 and lose the service's messages.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
}
