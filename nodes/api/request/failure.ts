import type { Answer } from '../pacing/slots';
import { type EndpointName, ENDPOINTS } from '../specification/endpoints';
import { plainText } from '../specification/plainText';
import { isRecord } from '../specification/responses';

/** Why a request didn't return a value. messages.ts puts it into words. None of its strings contain the API key. */
export type Failure = {
	endpoint: EndpointName;
	/** The status of the last response, if there was one. */
	status?: number;
	/** How many times the request was sent. */
	tries: number;
} & (
	| { kind: 'canceled'; mayHaveArrived: boolean }
	/** `said` are the service's own words, `origin` its URL without a path. */
	| { kind: 'answered'; status: number; retryAfterMs: number; said: string[]; origin: string }
	/** A successful response whose body isn't as specified. `problem` is a string such as `'groupId' is missing`. */
	| { kind: 'unreadable'; status: number; problem: string }
	/** `cause`: `n8n` if n8n didn't send the request. `detail` is a code such as `ECONNRESET` if there is one. */
	| { kind: 'unanswered'; cause: Cause; detail: string; mayHaveArrived: boolean }
	/** It wasn't sent, because the service was away. `cause` is the failure of another request, if one has ended. */
	| { kind: 'unavailable'; cause?: Failure }
	/** The caller's time was up before the first try. */
	| { kind: 'noTime' }
	/** `freeAt` (ms since the epoch) is undefined if other requests were served first. */
	| { kind: 'waitedTooLong'; waitedMs: number; freeAt?: number }
	/** A deprecated version lacks the endpoint. */
	| { kind: 'notInVersion'; apiVersion: string }
);

/** The checked body, or why there is none. */
export type Result<T> = { value: T } | Failure;

type Cause = 'timeout' | 'lost' | 'unreachable' | 'untrusted' | 'noTls' | 'n8n';

/** Node.js codes of a connection that was never established. */
const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL)$/;

/** OpenSSL's codes for a rejected certificate, e.g. DEPTH_ZERO_SELF_SIGNED_CERT. In this case, nothing is sent. */
const UNTRUSTED_CERTIFICATE = /^(?=\w+$)(?:UNABLE_TO_.|(?:.+_)?CERT_.|.+_CERT$)/;

/** OpenSSL's words for a server that doesn't speak TLS. Other TLS errors can come after the request. */
const NO_TLS = 'wrong version number';

/** Reads an error from the HTTP helper or a broken body. `isLate`: the request's own time was up. `hasBegun`: the response had begun. */
export function failureOfThrown(thrown: { error: unknown; apiKey: string; isLate: boolean; hasBegun: boolean }) {
	const { error, apiKey, isLate, hasBegun } = thrown;
	const chain = causes(error);
	// n8n 1.x drops the cause, and keeps the cause's code as `httpCode` of the error it throws.
	const codes = chain.flatMap((link) => [link.code, link.httpCode]);
	const code = codes.find((value) => typeof value === 'string') ?? '';
	const messages = chain.map((link) => link.message).filter((value) => typeof value === 'string');
	const causeOf = (): Cause => {
		if (isLate || code === 'ETIMEDOUT') return 'timeout';
		// All errors of connections have a code. Without one, n8n refused to send, e.g. because its settings forbid the URL.
		if (!hasBegun && code === '' && error instanceof Error) return 'n8n';
		if (messages.some((text) => text.includes(NO_TLS))) return 'noTls';
		if (UNREACHABLE.test(code)) return 'unreachable';
		return UNTRUSTED_CERTIFICATE.test(code) ? 'untrusted' : 'lost';
	};
	const cause = causeOf();
	const detail = plainText(code || (messages[0] ?? 'no details'), apiKey);
	return { kind: 'unanswered', cause, detail, mayHaveArrived: cause === 'timeout' || cause === 'lost' } as const;
}

function causes(error: unknown): Array<Record<string, unknown>> {
	return isRecord(error) ? [error, ...causes(error.cause)] : [];
}

/** Whether a retry could succeed: there was no response, a proxy stopped waiting, or the service had an error. */
export function isTemporary(failure: Failure): boolean {
	if (failure.kind === 'unanswered') return failure.cause !== 'n8n';
	return failure.kind === 'answered' && (failure.status === 408 || failure.status >= 500);
}

/** A service that works answers sooner. */
export const SILENCE_MS = 15_000;

/** What a failure says about the service. A time-out doesn't say more than other failures if the caller's limits were short. */
export function signOf(failure: Failure, timeoutMs: number): Answer['sign'] {
	const isTimeout = failure.kind === 'unanswered' && failure.cause === 'timeout';
	if (isTimeout && timeoutMs >= SILENCE_MS) return 'silent';
	if (isTemporary(failure)) return 'fails';
	return failure.kind === 'answered' && failure.status !== 429 ? 'works' : undefined;
}

/**
 * Whether the service may have processed a request, so a blind retry could do harm. A 429 isn't processed, and every 2xx is a
 * success, even without the body that is required (specification: Errors).
 */
export function isInDoubt(failure: Failure): boolean {
	if (ENDPOINTS[failure.endpoint].repeatable) return false;
	if (failure.kind === 'unanswered' || failure.kind === 'canceled') return failure.mayHaveArrived;
	return failure.kind === 'unreadable' || isTemporary(failure);
}

/** After this long, the service has processed a request that it didn't answer, and shows what a request made. */
export const SURELY_SHOWN_MS = 120_000;

/** Whether the service has stopped working on a request. After our timeout or a proxy's, it may still be working on it. */
export function serviceGaveUp(failure: Failure): boolean {
	if (failure.kind === 'unanswered') return failure.cause === 'lost';
	return failure.kind === 'answered' && [500, 502, 503].includes(failure.status);
}

/** The wait in ms that `Retry-After` asks for, or 0. A date in it counts from the response's own `Date`, because clocks differ. */
export function retryAfterMs({ 'retry-after': header, date }: Record<string, unknown>, now: number): number {
	const wish = typeof header === 'string' ? header : '';
	const sentAt = (typeof date === 'string' && Date.parse(date)) || now;
	const ms = /^\s*\d+\s*$/.test(wish) ? Number(wish) * 1_000 : Date.parse(wish) - sentAt;
	return Math.max(0, ms || 0);
}
