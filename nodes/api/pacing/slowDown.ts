import { LONG_LIMIT, SHORT_LIMIT } from './limits';

/**
 * How far an account is slowed down because the service refused requests (429) that this process alone can't have made
 * too many: others work with the same key. Several processes that slow down by a part when refused, and recover at a
 * steady pace, come to share the limit evenly without knowing of each other.
 */
export interface SlowDown {
	/** Milliseconds from one request to the next; 0 when only the limits themselves count. */
	readonly spacingMs: number;
	/** Nothing is sent before; ms since the epoch. */
	readonly closedUntil: number;
	/** Refusals one after another, none accepted in between; those of requests on their way at a refusal not counted. */
	readonly refusals: number;
	/** When spacing last changed; ms since the epoch. */
	readonly changedAt: number;
	readonly refusedAt: number;
}

export const FULL_SPEED: SlowDown = {
	spacingMs: 0,
	closedUntil: 0,
	refusals: 0,
	changedAt: Number.NEGATIVE_INFINITY,
	refusedAt: Number.NEGATIVE_INFINITY,
};

export interface Refusal {
	now: number;
	/** When the refused request was sent. */
	sentAt: number;
	/** The service's own wish. */
	retryAfterMs: number | undefined;
	/** Whether the process's own requests can explain it. */
	ownFault: boolean;
	/** In [0, 1): keeps processes apart that were refused at the same time. */
	random: number;
}

const FASTEST_MS = SHORT_LIMIT.windowMs / SHORT_LIMIT.requests;
const SLOWEST_MS = 2_000;
const SLOWER = 1.12;
/** Share of its speed that an account gains in a second without refusal. */
const RECOVERY_PER_SECOND = 0.015;

const FIRST_BACK_OFF_MS = FASTEST_MS;
const LONGEST_BACK_OFF_MS = 30_000;

export function afterRefusal(state: SlowDown, refusal: Refusal): SlowDown {
	const { now, sentAt, retryAfterMs, ownFault, random } = refusal;
	const fresh = sentAt >= state.refusedAt;
	const refusals = fresh ? state.refusals + 1 : state.refusals;
	const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** (refusals - 1), LONGEST_BACK_OFF_MS) * (0.5 + random / 2);
	// After the longest window there is room again, whatever the service wishes.
	const waitMs = Math.min(retryAfterMs ?? backOffMs, LONG_LIMIT.windowMs);
	const slower = fresh && !ownFault;
	return {
		spacingMs: slower ? Math.min(Math.max(state.spacingMs, FASTEST_MS) * SLOWER, SLOWEST_MS) : state.spacingMs,
		closedUntil: Math.max(state.closedUntil, now + waitMs),
		refusals,
		changedAt: slower ? now : state.changedAt,
		refusedAt: fresh ? now : state.refusedAt,
	};
}

export function afterAcceptance(state: SlowDown, now: number): SlowDown {
	if (state.spacingMs === 0) return state.refusals === 0 ? state : { ...state, refusals: 0 };
	const openForMs = Math.max(0, now - Math.max(state.changedAt, state.closedUntil));
	const spacingMs = state.spacingMs * Math.exp((-RECOVERY_PER_SECOND * openForMs) / 1_000);
	return {
		...state,
		refusals: 0,
		spacingMs: spacingMs <= FASTEST_MS ? 0 : spacingMs,
		changedAt: Math.max(state.changedAt, now),
	};
}

/** When the next request may be sent; ms since the epoch. */
export function reopensAt(state: SlowDown, lastSentAt: number): number {
	return Math.max(state.closedUntil, state.spacingMs === 0 ? 0 : lastSentAt + state.spacingMs);
}

/** Refused again and again, the account sends one request at a time to see whether there is room. */
export function isProbing(state: SlowDown): boolean {
	return state.refusals > 1;
}
