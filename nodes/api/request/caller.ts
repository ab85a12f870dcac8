import { type Account, type ApiContext, readAccount } from './account';

/** A caller of the service: an input item of the action node, a trigger, or the editor when it loads a list. */
export interface Caller {
	context: ApiContext;
	account: Account;
	/** Where its requests join the queue: `ahead` of all executions' items if someone waits for the response or n8n limits the time. */
	place: 'end' | 'ahead';
	budget: Budget;
	/** Stops waits, but not requests that were already sent. By default, it fires when the execution is canceled. */
	noMoreTurns?: AbortSignal;
	/** The input item that errors refer to. Without one, errors don't suggest changing an option. */
	itemIndex?: number;
}

/** How long a request may take. */
export interface Budget {
	/** Milliseconds for one try, to the end of its response. Waiting for the rate limits doesn't count. */
	timeoutMs: number;
	/** Milliseconds in all to wait for the rate limits, including after 429s. */
	maxRateLimitWaitMs: number;
	/** Milliseconds for everything: waiting, tries, and the pauses between them. */
	totalMs: number;
	/** How many times the request may be sent. A 429 doesn't count, because the request is always retried after it. */
	maxTries: number;
}

export const DEFAULT_BUDGET: Budget = {
	timeoutMs: 60_000,
	maxRateLimitWaitMs: 1_800_000,
	totalMs: Number.POSITIVE_INFINITY,
	maxTries: 4,
};

/** For a list in the editor. Its waits are short, because n8n doesn't show anything while a list loads. */
export const IN_EDITOR: Partial<Budget> = { maxRateLimitWaitMs: 15_000, totalMs: 20_000 };

/** @throws NodeOperationError if the credentials can't work */
export async function callerOf(context: ApiContext, limits: Partial<Budget> = {}): Promise<Caller> {
	const account = await readAccount(context);
	return { context, account, place: 'ahead', budget: { ...DEFAULT_BUDGET, ...limits } };
}

/** The caller with other limits. */
export function within<C extends Caller>(caller: C, limits: Partial<Budget>): C {
	return { ...caller, budget: { ...caller.budget, ...limits } };
}

/** Fires when the user cancels the execution. Without an execution, it never fires. */
export function cancelSignal({ context }: Caller): AbortSignal {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return signal ?? new AbortController().signal;
}
