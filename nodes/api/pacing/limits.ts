/** At most so many requests in any window of this length. */
export interface Limit {
	readonly requests: number;
	readonly windowMs: number;
}

/** Specification, Limits: both hold for an account, over all endpoints. */
export const SHORT_LIMIT: Limit = { requests: 5, windowMs: 1_000 };
export const LONG_LIMIT: Limit = { requests: 2_000, windowMs: 20 * 60_000 };
