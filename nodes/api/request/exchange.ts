import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Account, Caller } from './caller';
import { cancelSignal, CREDENTIALS_NAME } from './caller';
import type { Arrival, BodyReader, ByteStream } from './body';
import { endStream, isByteStream, readErrorBody } from './body';
import type { Outcome } from '../outcome/outcome';
import { isInDoubt, outcomeOfThrown } from '../outcome/outcome';
import { wallNow } from '../pacing/clock';
import type { Turn } from '../pacing/pacer';
import { retryAfterMs } from './retry';
import { isRecord } from '../specification/isRecord';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, isSuccessStatus } from '../specification/endpoints';

/** What one try sends. */
export interface SingleRequest {
	endpoint: EndpointName;
	/** Sent as JSON; left out where the specification has no body. */
	body?: IDataObject;
	/** A file's full address, resolved from its link; every other address follows from the endpoint. */
	fileUrl?: string;
}

/** How one try goes. */
interface Try<T> {
	read: BodyReader<T>;
	/** For the whole try by the clock, however slowly the answer arrives; the helper's own time-out counts only silence. */
	timeoutMs: number;
	/** Settled as soon as the service begins to answer: the body may still be on the way. */
	turn: Turn;
}

/** Sends a request once and reads its answer. Throws nothing. */
export async function exchange<T>(
	caller: Caller,
	request: SingleRequest,
	{ read, timeoutMs, turn }: Try<T>,
): Promise<{ value: T } | Outcome> {
	const cancelled = cancelSignal(caller);
	const deadline = AbortSignal.timeout(timeoutMs);
	const end = cancelled === undefined ? deadline : AbortSignal.any([deadline, cancelled]);
	try {
		const arrival = await beforeEnd(end, sendOnce(caller, request, timeoutMs));
		const { status, headers, body } = arrival;
		const wishMs = retryAfterMs(headers['retry-after'], wallNow());
		turn.settle({ status, retryAfterMs: wishMs });
		if (isSuccessStatus(request.endpoint, status)) {
			const checked = await untilEnd(end, body, read(arrival));
			return 'value' in checked ? checked : { kind: 'unreadable', status, problem: checked.problem };
		}
		// A refused request is not processed (specification, Limits). It queues again at once, before everybody else.
		if (status === 429) body.resume();
		const said = status === 429 ? undefined : await untilEnd(end, body, readErrorBody(body));
		return { kind: 'answered', status, retryAfterMs: wishMs, body: said };
	} catch (error) {
		const outcome = outcomeOfError(error, cancelled?.aborted === true, deadline.aborted);
		turn.settle({ status: undefined, neverArrived: !isInDoubt(outcome) });
		return outcome;
	}
}

function outcomeOfError(error: unknown, isCancelled: boolean, isLate: boolean): Outcome {
	if (isCancelled) return { kind: 'cancelled', mayBeProcessed: true };
	if (isLate) return { kind: 'unanswered', cause: 'timeout', detail: 'no complete answer', mayBeProcessed: true };
	return outcomeOfThrown(error);
}

/** What reads the body meanwhile; at the signal the body ends with an error. */
async function untilEnd<T>(end: AbortSignal, body: ByteStream, reading: Promise<T>): Promise<T> {
	const stop = () => endStream(body);
	if (end.aborted) stop();
	end.addEventListener('abort', stop);
	return await reading.finally(() => end.removeEventListener('abort', stop));
}

/** The answer; at the signal an error, and the body of an answer that comes later is let go of. */
async function beforeEnd(end: AbortSignal, sending: Promise<Arrival>): Promise<Arrival> {
	return await new Promise((resolve, reject) => {
		const stop = () => {
			reject(new Error('The answer was given up'));
			void sending.then(
				({ body }) => body.destroy(),
				() => undefined,
			);
		};
		if (end.aborted) stop();
		end.addEventListener('abort', stop);
		void sending.then(resolve, reject).finally(() => end.removeEventListener('abort', stop));
	});
}

/** @throws what n8n's HTTP helper throws where no answer comes */
async function sendOnce({ context, account }: Caller, request: SingleRequest, timeoutMs: number): Promise<Arrival> {
	const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIALS_NAME,
		httpOptions(account, request, timeoutMs),
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIALS_NAME, data: account.credentials } },
	);
	if (!isFullResponse(response)) throw response;
	const { statusCode, headers, body } = response;
	// A stream that breaks before anyone listens would end the process.
	body.on('error', () => undefined);
	return { status: statusCode, headers, body };
}

function httpOptions(account: Account, request: SingleRequest, timeoutMs: number): IHttpRequestOptions {
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
		timeout: timeoutMs,
		// The helper takes the key along to wherever a redirect leads.
		disableFollowRedirect: true,
		// Every status is judged here: the helper would repeat a 401 and lose the service's messages.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
}

interface FullResponse extends Omit<Arrival, 'status'> {
	statusCode: number;
}

function isFullResponse(response: unknown): response is FullResponse {
	if (!isRecord(response)) return false;
	const { statusCode, headers, body } = response;
	return typeof statusCode === 'number' && isRecord(headers) && isByteStream(body);
}
