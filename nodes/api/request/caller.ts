import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { usableCredentials } from '../specification/address';

export const CREDENTIALS_NAME = 'enterpriseAssessmentApi';

/** They have fewer endpoints and fields, and their events carry no signature (specification: Versions). */
const DEPRECATED_VERSIONS = ['beta', '2020q1'];

/** Every n8n context that calls the service. A webhook doesn't, because it must respond within seconds. */
type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The service account, from the credentials. */
export interface Account {
	/** {base_host}, without trailing slash and version segment. */
	baseHost: string;
	/** The version segment, e.g. `2020q3`. */
	apiVersion: string;
	isDeprecated: boolean;
	/** Only stored to keep the key out of messages. */
	apiKey: string;
	/** Used for all of the caller's requests, even if the credentials change in the meantime. */
	credentials: ICredentialDataDecryptedObject;
	/** A hash of Service Address and API key, because rate limits apply per account. */
	id: string;
}

/** A caller of the service: an input item of the action node, a trigger, or the editor when it loads a list. */
export interface Caller {
	context: ApiContext;
	account: Account;
	/** Where its requests join the queue: `ahead` of all executions' items if someone waits for the response or n8n limits the time. */
	place: 'end' | 'ahead';
	budget: Budget;
	/** Stops waits, but not requests that were already sent. By default, it fires when the execution is canceled. */
	stopWaiting?: AbortSignal;
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
	/** How many times the request may be sent, not counting 429s and outages of the service. */
	maxTries: number;
	/** Milliseconds to wait for a service that's away, from the beginning of the outage. */
	patienceMs: number;
}

export const DEFAULT_BUDGET: Budget = {
	timeoutMs: 60_000,
	maxRateLimitWaitMs: 1_800_000,
	totalMs: Number.POSITIVE_INFINITY,
	maxTries: 4,
	// Longer than a service takes to restart.
	patienceMs: 50_000,
};

/** The usual limits in a context. Someone who looks at the editor doesn't wait long for a service that's away. */
export function usualBudget(context: ApiContext): Budget {
	return context.getMode?.() === 'manual' ? { ...DEFAULT_BUDGET, patienceMs: 12_000 } : DEFAULT_BUDGET;
}

/** For work that n8n or a person waits for. */
export const SHORT_PATIENCE: Partial<Budget> = { patienceMs: 4_000 };

/** For a list in the editor. Its waits are short, because n8n doesn't show anything while a list loads. */
export const IN_EDITOR: Partial<Budget> = { maxRateLimitWaitMs: 15_000, totalMs: 20_000, ...SHORT_PATIENCE };

/** Throws NodeOperationError if the credentials can't work. Their expressions read the item at `itemIndex`. */
export async function readAccount(context: ApiContext, itemIndex?: number): Promise<Account> {
	const credentials = await context.getCredentials(CREDENTIALS_NAME, itemIndex);
	const usable = usableCredentials(credentials);
	if ('problem' in usable)
		throw new NodeOperationError(context.getNode(), usable.problem, { description: usable.advice, itemIndex });
	const isDeprecated = DEPRECATED_VERSIONS.includes(usable.apiVersion);
	const id = createHash('sha256').update(`${usable.baseHost}\n${usable.apiKey}`).digest('hex');
	return { ...usable, isDeprecated, credentials, id };
}

/** @throws NodeOperationError if the credentials can't work */
export async function callerOf(context: ApiContext, limits: Partial<Budget> = {}): Promise<Caller> {
	const account = await readAccount(context);
	return { context, account, place: 'ahead', budget: { ...usualBudget(context), ...limits } };
}

export function within<C extends Caller>(caller: C, limits: Partial<Budget>): C {
	return { ...caller, budget: { ...caller.budget, ...limits } };
}

/** Fires when the user cancels the execution. Without an execution, it never fires. */
export function cancelSignal({ context }: Caller): AbortSignal {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return signal ?? new AbortController().signal;
}
