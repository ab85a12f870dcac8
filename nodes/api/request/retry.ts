import type { Outcome } from '../outcome/outcome';
import { isInDoubt, isTemporary } from '../outcome/outcome';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS } from '../specification/endpoints';

const BASE_PAUSE_MS = 500;

export interface Tried {
	/** How many times the request has been sent, 429s not counted. */
	tries: number;
	/** How many times it may be sent in all. */
	maxTries: number;
	/** A longer pause is not worth it: the request's time-out, or what is left of its time, in ms. Negative: no pause is. */
	longestMs: number;
	/** In [0, 1). */
	random: number;
}

/**
 * The pause in ms before a request that was not refused (429) is sent again; undefined when it is not. A request in doubt is
 * repeated only where that does no harm. The pause is drawn from a range that doubles with each try, and is at least as long
 * as the service wishes.
 */
export function pauseBeforeNextTry(
	outcome: Outcome,
	endpoint: EndpointName,
	{ tries, maxTries, longestMs, random }: Tried,
): number | undefined {
	if (!isTemporary(outcome) || tries >= maxTries) return undefined;
	if (isInDoubt(outcome) && !ENDPOINTS[endpoint].repeatable) return undefined;
	const wishMs = outcome.kind === 'answered' ? (outcome.retryAfterMs ?? 0) : 0;
	if (wishMs > longestMs) return undefined;
	const pauseMs = Math.min(random * BASE_PAUSE_MS * 2 ** tries, longestMs);
	return Math.round(Math.max(pauseMs, wishMs));
}

/**
 * The wait in ms that the header `Retry-After` asks for, in seconds or as an HTTP date; undefined when there is none that can
 * be read.
 *
 * @param now ms since the epoch
 */
export function retryAfterMs(wish: unknown, now: number): number | undefined {
	if (typeof wish !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(wish)) return Number(wish) * 1_000;
	const until = /[a-z]/i.test(wish) ? Date.parse(wish) : Number.NaN;
	return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}
