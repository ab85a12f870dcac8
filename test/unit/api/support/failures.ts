import type { Failure } from '../../../../nodes/api/request/failure.ts';
import { serviceWords } from '../../../../nodes/api/request/body.ts';
import { type EndpointName, ENDPOINTS } from '../../../../nodes/api/specification/endpoints.ts';

export const NAMES = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in ENDPOINTS);

const KEY = 'k3y-of-the-account';

/** A request that was sent once and is safe to repeat. */
const SAFE = { endpoint: 'getScore', tries: 1 } as const;

export function answered(status: number, body: unknown = '', retryAfterMs = 0): Failure {
	return {
		...SAFE,
		kind: 'answered',
		status,
		retryAfterMs,
		said: serviceWords(body, KEY),
		origin: 'https://example.com',
	};
}

export function unanswered(
	cause: (Failure & { kind: 'unanswered' })['cause'],
	mayHaveArrived: boolean,
	detail = 'no details',
): Failure {
	return { ...SAFE, kind: 'unanswered', cause, detail, mayHaveArrived };
}

/** @param status of the last try, if there was one */
export function waitedTooLong(waitedMs: number, freeAt?: number, status?: number): Failure {
	return { ...SAFE, tries: status === undefined ? 0 : 1, kind: 'waitedTooLong', waitedMs, freeAt, status };
}

export const canceled = (mayHaveArrived: boolean): Failure => ({ ...SAFE, kind: 'canceled', mayHaveArrived });
export const unreadable = (problem: string): Failure => ({ ...SAFE, kind: 'unreadable', status: 200, problem });
