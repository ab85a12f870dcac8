import { isSuccess } from '../specification/endpoints';

/** What became of one request, once no further try is made. */
export type Outcome =
	| { kind: 'answered'; status: number; headers: Record<string, unknown>; body: unknown }
	| { kind: 'unanswered'; cause: 'timeout' | 'connection'; detail: string; mayBeProcessed: boolean }
	/** `freeAt` (ms since the epoch) is undefined when the limit had room, but for others' requests first. */
	| { kind: 'waitedTooLong'; waitedMs: number; freeAt: number | undefined }
	/** `mayBeProcessed` where the request was already on its way. */
	| { kind: 'cancelled'; mayBeProcessed?: true };

export type AnsweredOutcome = Extract<Outcome, { kind: 'answered' }>;

/** Node.js codes of a connection that did not come about. */
export const NOBODY_THERE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL)$/;

/** What OpenSSL says of a certificate, e.g. DEPTH_ZERO_SELF_SIGNED_CERT, before anything is sent. */
export const UNTRUSTED_CERTIFICATE = /^(?:UNABLE_TO_\w+|(?:\w+_)?CERT_\w+|\w+_CERT)$/;

/** Reads what the HTTP helper threw; nothing is thrown for an answered request, whatever its status. */
export function outcomeOfThrown(error: unknown, cancelled: boolean): Outcome {
	if (cancelled) return { kind: 'cancelled', mayBeProcessed: true };
	const chain = causes(error);
	// n8n 1.x drops the cause and keeps its code as the `httpCode` of what it throws.
	const codes = chain.flatMap((link) => [link.code, link.httpCode]);
	const code = codes.find((value) => typeof value === 'string') ?? '';
	const message = chain.map((link) => link.message).find((value) => typeof value === 'string') ?? 'no details';
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT' || /timeout|timed out/i.test(message);
	return {
		kind: 'unanswered',
		cause: timedOut ? 'timeout' : 'connection',
		detail: code === '' ? message : code,
		mayBeProcessed: !NOBODY_THERE.test(code) && !UNTRUSTED_CERTIFICATE.test(code),
	};
}

/** Whether the next try may go otherwise: there was no answer, a proxy did not wait for one, or the service had a problem. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'unanswered') return true;
	return outcome.kind === 'answered' && (outcome.status === 408 || outcome.status >= 500);
}

/**
 * Whether it can't be known if the service carried the request out. A 429 is not processed, and every 2xx is a success, also
 * one that lacks what it should tell: specification, Errors.
 */
export function isInDoubt(outcome: Outcome): boolean {
	if (outcome.kind === 'unanswered') return outcome.mayBeProcessed;
	if (outcome.kind === 'cancelled') return outcome.mayBeProcessed === true;
	return isTemporary(outcome) || (outcome.kind === 'answered' && isSuccess(outcome.status));
}

/** Whether the service is done with a request by now. After a time-out, its own or a proxy's, it may still be at it. */
export function isOver(outcome: Outcome): boolean {
	if (outcome.kind === 'unanswered') return outcome.cause === 'connection';
	return outcome.kind === 'answered' && [500, 502, 503].includes(outcome.status);
}

interface ErrorLink {
	code?: unknown;
	httpCode?: unknown;
	message?: unknown;
	cause?: unknown;
}

function causes(error: unknown): ErrorLink[] {
	const chain: ErrorLink[] = [];
	let current = error;
	while (isErrorLink(current) && !chain.includes(current)) {
		chain.push(current);
		current = current.cause;
	}
	return chain;
}

function isErrorLink(value: unknown): value is ErrorLink {
	return typeof value === 'object' && value !== null;
}
