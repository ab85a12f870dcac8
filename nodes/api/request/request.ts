import type { Account } from './account';
import { apiError } from '../outcome/apiError';
import type { ApiContext } from './context';
import { cancelSignal, isEditor } from './context';
import { ENDPOINTS } from '../specification/endpoints';
import type { SingleRequest } from './exchange';
import { startExchange } from './exchange';
import { missingInVersion } from '../outcome/failure';
import type { Outcome } from '../outcome/outcome';
import { pacerOf } from '../pacing/accountPacers';
import { systemClock, wallNow } from '../pacing/clock';
import { wallTime } from '../pacing/wallTime';
import type { Result } from '../outcome/result';
import { judge } from '../outcome/result';
import { nextStep, retryAfterMs } from './retry';
import { runOf } from './run';
import type { ResponseCheck } from '../specification/responses';

export interface RequestLimits {
	/** Milliseconds one try may take, to the end of its answer; waiting for the account's turn does not count. */
	timeoutMs: number;
	/** Milliseconds the request may wait for the account's turn in all, 429s included. */
	maxRateLimitWaitMs: number;
	/** Milliseconds for all of it: waiting, tries and the pauses between them. */
	totalMs: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
	timeoutMs: 60_000,
	maxRateLimitWaitMs: 1_800_000,
	totalMs: Number.POSITIVE_INFINITY,
};

/** A try that has less time than this left is not begun: it would end in doubt. */
const SHORTEST_TRY_MS = 1_000;

/** n8n's editor shows nothing while a list waits. */
const EDITOR_WAIT_MS = 15_000;

/** Requests that belong together: what follows the first of them goes before everybody who came later than that one. */
export interface Sequence {
	/** The first one's number in the account's line. */
	ticket?: number;
}

export interface ApiRequest extends SingleRequest {
	limits?: Partial<RequestLimits>;
	/** The input item that an error belongs to; only operations on items have the options for limits. */
	itemIndex?: number;
	/** Sent once at most, even when it is refused: for a caller who has to look again before each try. */
	once?: boolean;
	/** How many times it may be sent, 429s not counted: those are always waited for and repeated. */
	maxTries?: number;
	/** What the user can do about a time-out, where it is more than trying again. */
	timeoutAdvice?: string;
	sequence?: Sequence;
}

/**
 * Sends a request and checks the answer: the one way in which every node calls the service.
 *
 * @returns the checked body; null where the service answers 204 (no such user, no webhook), which few endpoints may
 * @throws NodeApiError that says what happened and what to do
 */
export async function callEndpoint<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	check: ResponseCheck<T>,
): Promise<T> {
	const result = await requestEndpoint(context, account, request, check);
	if ('value' in result) return result.value;
	throw apiError(context.getNode(), result.failure, request.itemIndex);
}

/**
 * The same for callers that have to know more of a failure than its words, such as whether the request may have been
 * processed. Throws nothing.
 */
export async function requestEndpoint<T>(
	context: ApiContext,
	account: Account,
	request: ApiRequest,
	check: ResponseCheck<T>,
): Promise<Result<T>> {
	const missing = missingInVersion(request.endpoint, account.apiVersion);
	if (missing !== undefined) return { failure: missing, status: undefined, inDoubt: false, temporary: false };
	const telling = {
		secrets: [account.apiKey],
		isAdjustable: request.itemIndex !== undefined,
		timeoutAdvice: request.timeoutAdvice,
	};
	return judge(request.endpoint, await send(context, account, request), check, telling);
}

const NOT_SENT_IN_TIME: Outcome = {
	...{ kind: 'unanswered', cause: 'timeout', detail: 'no time was left' },
	mayBeProcessed: false,
};

/** Sends a request under the account's limits and repeats it where that is safe. */
async function send(context: ApiContext, account: Account, request: ApiRequest): Promise<Outcome> {
	const limits = {
		...DEFAULT_LIMITS,
		...(isEditor(context) ? { maxRateLimitWaitMs: EDITOR_WAIT_MS } : {}),
		...request.limits,
	};
	const { repeatable } = ENDPOINTS[request.endpoint];
	const pacer = pacerOf(account.id);
	const cancelled = cancelSignal(context);
	const run = runOf(context);
	const sequence: Sequence = request.sequence ?? {};
	const lastBegin = systemClock.now() + limits.totalMs - SHORTEST_TRY_MS;
	let waitedMs = 0;
	let tries = 0;
	/** What the last try came to: still the reason when no time is left for another. */
	let last: Outcome = NOT_SENT_IN_TIME;
	for (;;) {
		const asked = systemClock.now();
		if (asked > lastBegin) return last;
		const waitUntil = Math.min(asked + limits.maxRateLimitWaitMs - waitedMs, lastBegin);
		const result = await run.waitForTurn(
			request.itemIndex,
			async (halted) => await pacer.takeTurn({ waitUntil, signals: [cancelled, halted], ticket: sequence.ticket }),
		);
		waitedMs += systemClock.now() - asked;
		if (result.kind === 'cancelled') return { kind: 'cancelled' };
		if (result.kind === 'tooLate') {
			return {
				kind: 'waitedTooLong',
				waitedMs,
				freeAt: result.freeAt === undefined ? undefined : wallTime(result.freeAt),
			};
		}
		const { turn } = result;
		sequence.ticket = turn.ticket;
		const leftMs = lastBegin - systemClock.now();
		// A busy process gives turns late.
		if (leftMs < 0) {
			turn.settle({ status: undefined, neverArrived: true });
			return last;
		}
		const timeoutMs = Math.min(limits.timeoutMs, Math.ceil(leftMs) + SHORTEST_TRY_MS);
		const exchange = startExchange(context, account, request, timeoutMs);
		const answer = await exchange.answer;
		const status = answer.kind === 'answered' ? answer.status : undefined;
		const wishMs = answer.kind === 'answered' ? retryAfterMs(answer.headers, wallNow()) : undefined;
		const neverArrived = answer.kind === 'unanswered' && !answer.mayBeProcessed;
		turn.settle({ status, retryAfterMs: wishMs, neverArrived });
		if (answer.kind === 'answered' && status === 429 && request.once !== true) {
			// Not processed (specification, Limits). It queues again at once, so that nobody else is served before it.
			void exchange.takeIn(answer);
			last = { ...answer, body: undefined };
			continue;
		}
		tries += 1;
		const outcome = await exchange.takeIn(answer);
		const longestMs = Math.min(limits.timeoutMs, lastBegin - systemClock.now());
		const { maxTries } = request;
		const step = nextStep(outcome, { repeatable, tries, maxTries, wishMs, longestMs, random: Math.random() });
		if (!step.repeat || request.once === true) return outcome;
		last = outcome;
		await systemClock.sleep(step.afterMs, cancelled);
	}
}
