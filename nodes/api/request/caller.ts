import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { CURRENT_VERSION, normalizeAddress, normalizeVersion } from '../specification/address';

export const CREDENTIALS_NAME = 'enterpriseAssessmentApi';

/** Every n8n context from which this package calls the service. The webhook handler is not among them on purpose. */
export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The service account that a node works with, read from its credentials. */
export interface Account {
	/** Normalised {base_host}: no trailing slash, no version segment. */
	baseHost: string;
	/** The version segment, e.g. `2020q3`. */
	apiVersion: string;
	/** Held only to keep it out of messages. */
	apiKey: string;
	/** What requests are authenticated with: the same from the first to the last, whatever becomes of the credentials. */
	credentials: ICredentialDataDecryptedObject;
	/** Names the account without giving the key away: the limits apply per account. */
	id: string;
}

/** How long a request may take. */
export interface Budget {
	/** Milliseconds one try may take, to the end of its answer; waiting for the account's turn does not count. */
	timeoutMs: number;
	/** Milliseconds the request may wait for the account's turn in all, 429s included. */
	maxRateLimitWaitMs: number;
	/** Milliseconds for all of it: waiting, tries and the pauses between them. */
	totalMs: number;
	/** How many times it may be sent, 429s not counted: those are always waited for and repeated. */
	maxTries: number;
}

/** Who calls the service: an input item of the action node, a trigger, or the editor for a list to choose from. */
export interface Caller {
	context: ApiContext;
	account: Account;
	/** What is left out is as usual. */
	budget?: Partial<Budget>;
	/** Ends the wait for a turn and between tries, but nothing that is on its way. Without one, cancelling the execution does. */
	noMoreTurns?: AbortSignal;
	/** The input item that an error belongs to. Without one, no error advises to change an option of the item. */
	itemIndex?: number;
}

export const DEFAULT_BUDGET: Budget = {
	timeoutMs: 60_000,
	maxRateLimitWaitMs: 1_800_000,
	totalMs: Number.POSITIVE_INFINITY,
	maxTries: 4,
};

/** n8n's editor shows nothing while a list waits. */
const EDITOR_BUDGET = { ...DEFAULT_BUDGET, maxRateLimitWaitMs: 15_000, totalMs: 20_000 };

export function budgetOf({ context, budget }: Caller): Budget {
	return { ...('getCurrentNodeParameter' in context ? EDITOR_BUDGET : DEFAULT_BUDGET), ...budget };
}

/** @throws NodeOperationError when the credentials can't work, before any request */
export async function readAccount(context: ApiContext): Promise<Account> {
	const credentials = await context.getCredentials(CREDENTIALS_NAME);
	const apiKey = trimmedText(credentials.apiKey);
	if (apiKey === '') {
		throw new NodeOperationError(context.getNode(), "The 'API Key' of the credentials is empty", {
			description: 'Create a key in the admin dashboard (Settings, API Keys) and paste it into the credentials',
		});
	}
	if (/[^\x21-\x7e]/.test(apiKey)) {
		throw new NodeOperationError(
			context.getNode(),
			"The 'API Key' of the credentials contains a space or an invalid character (e.g. a line break or a quotation mark “)",
			{ description: 'Copy the key again from where you keep it, without spaces or quotation marks' },
		);
	}
	const apiVersion = normalizeVersion(trimmedText(credentials.apiVersion));
	if (apiVersion === undefined) {
		throw new NodeOperationError(context.getNode(), "The 'API Version' of the credentials is not valid", {
			description: `Open the credentials and set it to ${CURRENT_VERSION}`,
		});
	}
	const address = normalizeAddress(trimmedText(credentials.baseHost));
	if ('problem' in address) throw new NodeOperationError(context.getNode(), address.problem);
	const id = createHash('sha256').update(`${address.baseHost}\n${apiKey}`).digest('hex');
	return { baseHost: address.baseHost, apiVersion, apiKey, credentials, id };
}

/** @throws NodeOperationError as `readAccount` does */
export async function callerOf(context: ApiContext): Promise<Caller> {
	return { context, account: await readAccount(context) };
}

/** The signal that ends when the user cancels the execution; only executions have one. */
export function cancelSignal({ context }: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
