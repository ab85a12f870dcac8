import type { Clock } from './clock';

/** The service's limits: specification, Limits. */
export const REQUEST_WINDOWS = [
	{ requests: 5, ms: 1_000 },
	{ requests: 2_000, ms: 20 * 60_000 },
] as const;

/** A request's place under the account's limits. It is settled exactly once, when the answer is there or given up. */
export interface Turn {
	/**
	 * @param answer `status` is undefined when no answer came; `retryAfterMs` is the service's own wish, counted from now
	 */
	settle(answer: { status: number | undefined; retryAfterMs?: number }): void;
}

export type TurnOrNot =
	| { kind: 'turn'; turn: Turn }
	/** The place would be free only at `freeAt` (ms since the epoch), later than the caller wants to wait. */
	| { kind: 'tooLate'; freeAt: number }
	| { kind: 'cancelled' };

/** One account's share of time, common to all nodes and executions of the process. */
export interface Pacer {
	/** @param waitUntil ms since the epoch, after which the caller gives up */
	takeTurn(options: { waitUntil: number; signal?: AbortSignal }): Promise<TurnOrNot>;
}

const BACK_OFF_MS = 1_000;

export function createPacer(clock: Clock): Pacer {
	let sentAt: number[] = [];
	let closedUntil = 0;
	let queue: Promise<unknown> = Promise.resolve();

	function freeAt(): number {
		return Math.max(
			closedUntil,
			...REQUEST_WINDOWS.map(({ requests, ms }) => {
				const oldest = sentAt.at(-requests);
				return oldest === undefined ? 0 : oldest + ms;
			}),
		);
	}

	async function wait({ waitUntil, signal }: { waitUntil: number; signal?: AbortSignal }): Promise<TurnOrNot> {
		for (;;) {
			if (signal?.aborted === true) return { kind: 'cancelled' };
			const free = freeAt();
			const now = clock.now();
			if (free <= now) break;
			if (free > waitUntil) return { kind: 'tooLate', freeAt: free };
			await clock.sleep(free - now, signal);
		}
		sentAt = [...sentAt.slice(1 - REQUEST_WINDOWS[1].requests), clock.now()];
		const place = sentAt.length - 1;
		return {
			kind: 'turn',
			turn: {
				settle({ status, retryAfterMs }) {
					sentAt[place] = Math.max(sentAt[place] ?? 0, clock.now());
					if (status === 429) closedUntil = Math.max(closedUntil, clock.now() + (retryAfterMs ?? BACK_OFF_MS));
				},
			},
		};
	}

	return {
		async takeTurn(options) {
			const turn = queue.then(async () => await wait(options));
			queue = turn;
			return await turn;
		},
	};
}
