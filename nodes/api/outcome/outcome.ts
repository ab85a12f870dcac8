import { isSuccess } from '../specification/endpoints';
import { isRecord } from '../specification/isRecord';

/** What became of a request that gave no value. */
export type Outcome =
	| { kind: 'answered'; status: number; retryAfterMs?: number; body: unknown }
	/** A success whose body is not what the specification says, such as `it has no 'groupId'`. */
	| { kind: 'unreadable'; status: number; problem: string }
	/** `detail` is a code such as `ECONNRESET` where there is one. */
	| { kind: 'unanswered'; cause: 'timeout' | 'connection'; detail: string; mayBeProcessed: boolean }
	/** `freeAt` (ms since the epoch) is undefined when the limit had room, but for others' requests first. */
	| { kind: 'waitedTooLong'; waitedMs: number; freeAt: number | undefined }
	| { kind: 'cancelled'; mayBeProcessed: boolean };

/** Node.js codes of a connection that did not come about. */
export const NOBODY_THERE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL)$/;

/** What OpenSSL says of a certificate, e.g. DEPTH_ZERO_SELF_SIGNED_CERT, before anything is sent. */
export const UNTRUSTED_CERTIFICATE = /^(?:UNABLE_TO_\w+|(?:\w+_)?CERT_\w+|\w+_CERT)$/;

/** What OpenSSL says where the other side does not speak TLS at all. Other TLS errors may come later. */
export const NO_TLS = 'wrong version number';

/** Reads what the HTTP helper threw; nothing is thrown for an answered request, whatever its status. */
export function outcomeOfThrown(error: unknown): Outcome {
	const chain = causes(error);
	// n8n 1.x drops the cause and keeps its code as the `httpCode` of what it throws.
	const codes = chain.flatMap((link) => [link.code, link.httpCode]);
	const code = codes.find((value) => typeof value === 'string') ?? '';
	const messages = chain.map((link) => link.message).filter((value) => typeof value === 'string');
	const [message = 'no details'] = messages;
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT' || /timeout|timed out/i.test(message);
	const hasNoTls = messages.some((text) => text.includes(NO_TLS));
	const detail = hasNoTls ? NO_TLS : code || message;
	const neverArrived = hasNoTls || NOBODY_THERE.test(code) || UNTRUSTED_CERTIFICATE.test(code);
	return { kind: 'unanswered', cause: timedOut ? 'timeout' : 'connection', detail, mayBeProcessed: !neverArrived };
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
	if (outcome.kind === 'unanswered' || outcome.kind === 'cancelled') return outcome.mayBeProcessed;
	if (outcome.kind === 'unreadable') return true;
	return isTemporary(outcome) || (outcome.kind === 'answered' && isSuccess(outcome.status));
}

/** Whether the service is done with a request by now. After a time-out, its own or a proxy's, it may still be at work. */
export function isOver(outcome: Outcome): boolean {
	if (outcome.kind === 'unanswered') return outcome.cause === 'connection';
	return outcome.kind === 'answered' && [500, 502, 503].includes(outcome.status);
}

/** The error, its cause, and so on. */
function causes(error: unknown): Array<Record<string, unknown>> {
	return isRecord(error) ? [error, ...causes(error.cause)] : [];
}
