import type { Outcome } from '../outcome/outcome';
import { isInDoubt, isTemporary } from '../outcome/outcome';

export const MAX_TRIES = 4;

const BASE_DELAY_MS = 500;

export interface Tried {
	/** Whether the same request sent again does no harm. */
	repeatable: boolean;
	/** How many times the request has been sent, 429s not counted. */
	tries: number;
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
export function nextStep(outcome: Outcome, { repeatable, tries, wishMs = 0, longestMs, random }: Tried): NextStep {
	if (!isTemporary(outcome) || tries >= MAX_TRIES || (!repeatable && isInDoubt(outcome))) return { repeat: false };
	if (wishMs > longestMs) return { repeat: false };
	const delayMs = Math.min(random * BASE_DELAY_MS * 2 ** tries, longestMs);
	return { repeat: true, afterMs: Math.round(Math.max(delayMs, wishMs)) };
}

/**
 * The wait that a `Retry-After` header asks for, in seconds or as an HTTP date; undefined when it has none that can be
 * read.
 *
 * @param now ms since the epoch
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1_000;
	const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
