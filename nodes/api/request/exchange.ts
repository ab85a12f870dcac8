import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Account } from './account';
import { CREDENTIALS_NAME } from './account';
import { isByteStream, readErrorBody, readPieces, readText } from './byteStream';
import type { ApiContext } from './context';
import { cancelSignal } from './context';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, isSuccessStatus } from '../specification/endpoints';
import { jsonOrText } from './jsonOrText';
import type { AnsweredOutcome, Outcome } from '../outcome/outcome';
import { outcomeOfThrown } from '../outcome/outcome';

/** What one try sends, and how it takes the answer in. */
export interface SingleRequest {
	endpoint: EndpointName;
	/** Sent as JSON; left out where the specification has no body. */
	body?: IDataObject;
	/** A file's full address, resolved from its link; every other address follows from the endpoint. */
	fileUrl?: string;
	/**
	 * Takes in the body of a successful answer that comes as a stream; a body that breaks off is a failed try, and so is one
	 * that is not whole at the deadline.
	 */
	receive?: (answer: AnsweredOutcome, deadline: AbortSignal) => Promise<Outcome>;
	/**
	 * Reads the body of a success as it arrives: begun anew for each try, and false once the rest need not be read. The check
	 * is given no body then.
	 */
	readPieces?: () => (piece: Buffer) => boolean;
}

/** One try of a request: sent once, whatever comes of it. Nothing here throws. */
export interface Exchange {
	/** As soon as the service begins to answer; the body may still be on its way. */
	answer: Promise<Outcome>;
	/** The same with the whole body, or what became of it. */
	takeIn(answer: Outcome): Promise<Outcome>;
}

/**
 * @param timeoutMs for the whole try by the clock, however the answer dribbles in; the helper's own time-out counts only
 * silence.
 */
export function startExchange(
	context: ApiContext,
	account: Account,
	request: SingleRequest,
	timeoutMs: number,
): Exchange {
	const deadline = AbortSignal.timeout(timeoutMs);
	const cancelled = cancelSignal(context);
	const tooLate: Outcome = {
		kind: 'unanswered',
		cause: 'timeout',
		detail: `no complete answer within ${timeoutMs} ms`,
		mayBeProcessed: true,
	};
	const ends = cancelled === undefined ? [deadline] : [deadline, cancelled];
	const ended = (): Outcome => (cancelled?.aborted === true ? { kind: 'cancelled', mayBeProcessed: true } : tooLate);

	async function takeIn(answer: Outcome): Promise<Outcome> {
		if (answer.kind !== 'answered' || !isByteStream(answer.body)) return answer;
		const success = isSuccessStatus(request.endpoint, answer.status);
		if (success && request.receive !== undefined) return await request.receive(answer, deadline);
		if (!success) return { ...answer, body: await readErrorBody(answer.body, AbortSignal.any(ends)) };
		try {
			if (request.readPieces !== undefined) {
				await readPieces(answer.body, ends, request.readPieces());
				return { ...answer, body: undefined };
			}
			return { ...answer, body: jsonOrText(await readText(answer.body, ends)) };
		} catch (error) {
			return ends.some(({ aborted }) => aborted) ? ended() : outcomeOfThrown(error, false);
		}
	}

	return { answer: unless(ends, send(context, account, request, timeoutMs), ended), takeIn };
}

/** The result, or at a signal something else; a stream that comes later is let go of. */
async function unless(
	signals: readonly AbortSignal[],
	sending: Promise<Outcome>,
	otherwise: () => Outcome,
): Promise<Outcome> {
	return await new Promise((resolve) => {
		let given = false;
		const end = (outcome: Outcome) => {
			for (const signal of signals) signal.removeEventListener('abort', stop);
			if (given && outcome.kind === 'answered' && isByteStream(outcome.body)) outcome.body.destroy();
			given = true;
			resolve(outcome);
		};
		const stop = () => end(otherwise());
		for (const signal of signals) signal.addEventListener('abort', stop);
		void sending.then(end);
	});
}

async function send(
	context: ApiContext,
	account: Account,
	request: SingleRequest,
	timeoutMs: number,
): Promise<Outcome> {
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIALS_NAME,
			httpOptions(account, request, timeoutMs),
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIALS_NAME, data: account.credentials } },
		);
		if (isFullResponse(response)) {
			// A stream that breaks before anyone listens would end the process.
			if (isByteStream(response.body)) response.body.on('error', () => undefined);
			return { kind: 'answered', status: response.statusCode, headers: response.headers, body: response.body };
		}
		return outcomeOfThrown(response, false);
	} catch (error) {
		return outcomeOfThrown(error, cancelSignal(context)?.aborted === true);
	}
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
		// The answer's first sign of life ends the turn, and a body that dribbles in can be ended.
		encoding: 'stream',
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
