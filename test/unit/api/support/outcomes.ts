import type { Outcome } from '../../../../nodes/api/outcome/outcome.ts';
import type { EndpointName } from '../../../../nodes/api/specification/endpoints.ts';
import { ENDPOINTS } from '../../../../nodes/api/specification/endpoints.ts';

export const NAMES = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in ENDPOINTS);

export const KEY = 'k3y-of-the-account';

export function answered(status: number, body: unknown = '', retryAfterMs?: number): Outcome {
	return { kind: 'answered', status, retryAfterMs, body };
}

export function unanswered(cause: 'timeout' | 'connection', mayBeProcessed: boolean, detail = 'no details'): Outcome {
	return { kind: 'unanswered', cause, detail, mayBeProcessed };
}
