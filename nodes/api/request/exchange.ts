import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { systemNow } from '../pacing/clock';
import type { Turn } from '../pacing/pacer';
import { type EndpointName, ENDPOINTS, isSuccessStatus } from '../specification/endpoints';
import { type Checked, isRecord, jsonOrText, type ResponseCheck } from '../specification/responses';
import { type Caller, cancelSignal, CREDENTIALS_NAME } from './caller';
import { type Failure, failureOfThrown, type Result, retryAfterMs, serviceWords } from './failure';

/** A request to the service. */
export interface ApiRequest {
	endpoint: EndpointName;
	/** Sent as JSON. Omitted if the specification has no body. */
	body?: IDataObject;
	/** A file's full URL, resolved from its link. All other URLs come from the endpoint. */
	fileUrl?: string;
	/** Sends the request at most once, even if it's refused, because the caller has to check something before each try. */
	once?: boolean;
}

/** The beginning of a response, while its body is still arriving. */
interface IncomingResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** A stream that n8n's binary store accepts. */
	body: Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;
}

/** Reads and checks the body of a successful response. If the body is cut off, it throws the cause. */
export type BodyReader<T> = (response: IncomingResponse) => Promise<Checked<T>>;

/**
 * Sends a request once and reads the response. Never throws, and leaves no connection open.
 *
 * @param options `timeoutMs` is for the whole try, however slowly the response arrives, because the HTTP helper's own time-out only
 * counts silence. `turn` is settled as soon as the response begins.
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
		const response = await begin(caller, { ...httpOptions(caller, request), timeout: timeoutMs, abortSignal: end });
		const { status, headers, body } = response;
		const wishMs = retryAfterMs(headers, systemNow());
		turn.settle({ status, retryAfterMs: wishMs });
		if (isSuccessStatus(endpoint, status)) {
			const checked = await read(response);
			if ('value' in checked) return checked;
			return { endpoint, tries: 1, kind: 'unreadable', status, problem: checked.problem };
		}
		// A refused request goes back to the front of the queue, so don't wait for anything else first.
		const said = serviceWords(status === 429 ? undefined : await readErrorBody(body), apiKey);
		return { endpoint, tries: 1, kind: 'answered', status, retryAfterMs: wishMs, ...said };
	} catch (error) {
		const failure: Failure & { mayBeProcessed: boolean } =
			cancelled?.aborted === true
				? { endpoint, tries: 1, kind: 'cancelled', mayBeProcessed: true }
				: failureOfThrown({ error, endpoint, apiKey, isLate: deadline?.aborted === true });
		turn.settle({ status: undefined, neverArrived: !failure.mayBeProcessed });
		return failure;
	} finally {
		// Abort the rest, because a body that isn't read to its end keeps its connection open.
		done.abort();
	}
}

/** @throws what n8n's HTTP helper throws if there is no response */
async function begin({ context, account }: Caller, options: IHttpRequestOptions): Promise<IncomingResponse> {
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
	};
}

/** Enough for any response that isn't a long list. */
const MAX_BYTES = 32 * 2 ** 20;

/** Enough for any list of errors, without reading a whole web page that came instead. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Makes the reader of a body that is held in memory: JSON, or nothing for a 204. */
export function jsonBody<T>(check: ResponseCheck<T>): BodyReader<T> {
	return async ({ status, body }) => {
		const pieces: Buffer[] = [];
		await takePieces(body, MAX_BYTES, pieces);
		return check(status === 204 ? undefined : toJson(pieces));
	};
}

/** Returns the beginning of an unsuccessful response, as JSON or else as text. It can be cut off, as the status says enough. */
export async function readErrorBody(body: IncomingResponse['body']): Promise<unknown> {
	const pieces: Buffer[] = [];
	await takePieces(body, MAX_ERROR_BYTES, pieces).catch(() => undefined);
	return toJson(pieces);
}

function isStream(body: unknown): body is IncomingResponse['body'] {
	return isRecord(body) && Symbol.asyncIterator in body && typeof body.destroy === 'function';
}

/** Collects the pieces of a body, until it ends or they're too large. */
async function takePieces(body: IncomingResponse['body'], maxBytes: number, pieces: Buffer[]): Promise<void> {
	let size = 0;
	for await (const piece of body) {
		const bytes = Buffer.from(piece);
		pieces.push(bytes);
		size += bytes.length;
		if (size > maxBytes) return;
	}
}

function toJson(pieces: Buffer[]): unknown {
	return jsonOrText(Buffer.concat(pieces).toString('utf8'));
}
