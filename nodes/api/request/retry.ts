import type { Outcome } from '../outcome/outcome';
import { isInDoubt, isTemporary } from '../outcome/outcome';

export const MAX_TRIES = 4;

const BASE_DELAY_MS = 500;

export interface Tried {
	/** Whether the same request sent again does no harm. */
	repeatable: boolean;
	/** How many times the request has been sent, 429s not counted. */
	tries: number;
	/** How many times it may be sent at most. */
	maxTries?: number;
	/** The service's wish for a delay (`Retry-After`), in ms. */
	wishMs: number | undefined;
	/** A pause beyond this is not worth it: the request's time-out, or what is left of its time, in ms. Negative: nothing is. */
	longestMs: number;
	/** In [0, 1). */
	random: number;
}

export type NextStep = { repeat: false } | { repeat: true; afterMs: number };

/**
 * Whether a request is sent again that was not refused. What is in doubt is repeated only where repeating does no harm,
 * after a delay drawn from a range that doubles with each try.
 */
export function nextStep(outcome: Outcome, tried: Tried): NextStep {
	const { repeatable, tries, maxTries = MAX_TRIES, wishMs = 0, longestMs, random } = tried;
	if (!isTemporary(outcome) || tries >= maxTries || (!repeatable && isInDoubt(outcome))) return { repeat: false };
	if (wishMs > longestMs) return { repeat: false };
	const delayMs = Math.min(random * BASE_DELAY_MS * 2 ** tries, longestMs);
	return { repeat: true, afterMs: Math.round(Math.max(delayMs, wishMs)) };
}

/**
 * The wait that the header `Retry-After` asks for, in seconds or as an HTTP date; undefined when there is none that can be
 * read. A date is by the clock of whoever answered: it counts from the time that the answer itself gives in `Date`.
 *
 * @param headers their names in lower case
 * @param now by our clock, for an answer that gives no time; ms since the epoch
 */
export function retryAfterMs(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
	const wish = headers['retry-after'];
	if (typeof wish === 'string' && /^\s*\d+\s*$/.test(wish)) return Number(wish) * 1_000;
	const until = httpDate(wish);
	return until === undefined ? undefined : Math.max(0, until - (httpDate(headers.date) ?? now));
}

/** In ms since the epoch. */
function httpDate(header: unknown): number | undefined {
	const date = typeof header === 'string' && /[a-z]/i.test(header) ? Date.parse(header.trim()) : Number.NaN;
	return Number.isNaN(date) ? undefined : date;
}
