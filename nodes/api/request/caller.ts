import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { CURRENT_VERSION, normalizeAddress, normalizeVersion } from '../specification/endpoints';

export const CREDENTIALS_NAME = 'enterpriseAssessmentApi';

/** What calls the service: an input item of the action node, a trigger, or the editor when it loads a list. */
export interface Caller {
	context: ApiContext;
	account: Account;
	/** The limits that differ from the defaults. */
	budget?: Partial<Budget>;
	/** Stops waits, but not requests that were already sent. By default, it fires when the execution is canceled. */
	noMoreTurns?: AbortSignal;
	/** The input item that errors refer to. Without one, no error advises changing an option of the item. */
	itemIndex?: number;
}

/** Every n8n context that calls the service. A webhook doesn't, because it must respond within seconds. */
type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The service account, from the credentials. */
interface Account {
	/** {base_host}, without trailing slash and version segment. */
	baseHost: string;
	/** The version segment, e.g. `2020q3`. */
	apiVersion: string;
	/** Only stored to keep the key out of messages. */
	apiKey: string;
	/** Used for all of the caller's requests, even if the credentials change in the meantime. */
	credentials: ICredentialDataDecryptedObject;
	/** A hash of Service Address and API key, because rate limits apply per account. */
	id: string;
}

/** How long a request may take. */
export interface Budget {
	/** Milliseconds for one try, to the end of its response. Waiting for the rate limits doesn't count. */
	timeoutMs: number;
	/** Milliseconds in all to wait for the rate limits, including after 429s. */
	maxRateLimitWaitMs: number;
	/** Milliseconds for everything: waiting, tries, and the pauses between them. */
	totalMs: number;
	/** How often the request may be sent. A 429 doesn't count, because the request is always retried after it. */
	maxTries: number;
}

export const DEFAULT_BUDGET: Budget = {
	timeoutMs: 60_000,
	maxRateLimitWaitMs: 1_800_000,
	totalMs: Number.POSITIVE_INFINITY,
	maxTries: 4,
};

/** These waits are shorter, because n8n's editor shows nothing while a list loads. */
const EDITOR_BUDGET = { ...DEFAULT_BUDGET, maxRateLimitWaitMs: 15_000, totalMs: 20_000 };

export function wholeBudget({ context, budget }: Caller): Budget {
	return { ...('getCurrentNodeParameter' in context ? EDITOR_BUDGET : DEFAULT_BUDGET), ...budget };
}

/** @throws NodeOperationError if the credentials can't work */
export async function readAccount(context: ApiContext): Promise<Account> {
	const credentials = await context.getCredentials(CREDENTIALS_NAME);
	const refuse = (message: string, description?: string) =>
		new NodeOperationError(context.getNode(), message, { description });
	const apiKey = trimmedText(credentials.apiKey);
	if (apiKey === '') {
		throw refuse(
			"The 'API Key' in the credentials is empty",
			'Create a key in the admin dashboard (Settings, API Keys) and paste it into the credentials',
		);
	}
	if (/[^\x21-\x7e]/.test(apiKey)) {
		throw refuse(
			"The 'API Key' in the credentials contains a space or an invalid character (e.g. a line break or a quotation mark “)",
			'Copy the API key again, without spaces or quotation marks',
		);
	}
	const apiVersion = normalizeVersion(trimmedText(credentials.apiVersion));
	if (apiVersion === undefined) {
		throw refuse(
			"The 'API Version' in the credentials isn't valid",
			`Open the credentials and set it to ${CURRENT_VERSION}`,
		);
	}
	const address = normalizeAddress(trimmedText(credentials.baseHost));
	if ('problem' in address) throw refuse(address.problem);
	const id = createHash('sha256').update(`${address.baseHost}\n${apiKey}`).digest('hex');
	return { baseHost: address.baseHost, apiVersion, apiKey, credentials, id };
}

/** @throws NodeOperationError if the credentials can't work */
export async function callerOf(context: ApiContext): Promise<Caller> {
	return { context, account: await readAccount(context) };
}

/** Fires when the user cancels the execution. Only executions have one. */
export function cancelSignal({ context }: Caller): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}
