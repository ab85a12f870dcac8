import type { IHookFunctions } from 'n8n-workflow';
import { WebhookPathTakenError } from 'n8n-workflow';

import { apiError, explain } from '../../api/outcome/apiError';
import type { Failure } from '../../api/outcome/failure';
import { parseIsoTimestamp } from '../../api/specification/isoTimestamp';
import type { WebhookRegistration } from '../../api/specification/types';

/**
 * Ends a publication at once. n8n repeats every other failure five times, for longer than it lets a publication take where
 * the service is silent, and then shows its own words in place of ours.
 */
export class ActivationRefusedError extends WebhookPathTakenError {
	constructor(context: IHookFunctions, message: string) {
		super(context.getNode().name);
		this.message = message;
	}
}

/** The error for a request that failed, after all the tries that it is worth. */
export function hookError(context: IHookFunctions, failure: Failure): Error {
	const message = explain(failure);
	const isPublication = context.getMode() === 'trigger' && !isStart(context);
	if (isPublication) return new ActivationRefusedError(context, message);
	// Nobody waits in front of a start of n8n, where another attempt may find the service back. n8n 1.x shows the description
	// alone where there is one: NodeApiError drops one that repeats the message.
	return apiError(context.getNode(), { ...failure, message, description: message });
}

/** Whether n8n activates what was published before. */
export function isStart(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

// n8n shows people nothing but the message of a trigger's error, so each one says everything. The way out comes before the
// address, since n8n cuts long messages.

const POLL_TRIGGER = 'use the Enterprise Assessment Poll Trigger, which works in any number of workflows';

const WHILE_TESTING = 'For the same items use Fetch Test Event of the Enterprise Assessment Poll Trigger.';

const LEFT_BEHIND =
	'If nothing uses it any more, because n8n has moved or crashed, remove it with the Enterprise Assessment node (Webhook: Delete).';

/** Somebody else's webhook is registered. */
export const FOREIGN = `The account's one webhook is in use. Unpublish what uses it, turn on 'Replace Existing Webhook' and publish to take over from it, or ${POLL_TRIGGER}.`;

export const FOREIGN_TO_TEST = `The account's one webhook is in use, and a test never replaces it. ${WHILE_TESTING} To test here, unpublish what uses the webhook. ${LEFT_BEHIND}`;

/** n8n does not tell a test whether its own workflow is the published one. */
export const PUBLISHED_TWIN = `A published workflow uses the account's one webhook: this one, or one with a copy of this node. Testing would cut it off. ${WHILE_TESTING} Or unpublish it while you test. ${LEFT_BEHIND}`;

/** The registration that is stored stands, at an address that is not ours. */
export const STORED_ELSEWHERE = `This workflow was published at another address, which the account's one webhook still leads to. If n8n has moved, turn on 'Replace Existing Webhook' and publish again. If this is a copy, unpublish the original, or ${POLL_TRIGGER}.`;

/** @param workflowName of this n8n, where this process knows it */
export function usedBy({ url, createdAt }: WebhookRegistration, workflowName: string | undefined): string {
	const since = `registered on ${inWords(createdAt)}: '${url}'.`;
	return workflowName === undefined
		? `It was ${since}`
		: `The workflow '${workflowName}' of this n8n uses it, ${since}`;
}

function inWords(timestamp: string): string {
	const instant = parseIsoTimestamp(timestamp);
	if (instant === undefined) return timestamp;
	const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
	return `${new Date(instant).toLocaleString('en-GB', format)} UTC`;
}

export const NO_SCORE = `'Assessment Scored' is not chosen in 'Trigger On', so no score would start this workflow. Add it, or check the expression. To try the example event, test this step instead of publishing.`;

export function noSigningKey(apiVersion: string): string {
	return `API version ${apiVersion} gives no signing key for the webhook, so that anybody could send made-up events. Set 'API Version' (apiVersion) in the credentials to 2020q3, or turn on this node's option 'Accept Unsigned Events'.`;
}

export function unreadableSigningKey(encoding: string): string {
	return `The service gave a signing key that is not valid ${encoding}. Set this node's option 'Signing Key Encoding' to Auto.`;
}

/** For an address that is incomplete, or of n8n's own machine. */
export function unreachableAddress(url: string): string {
	return `The service can't reach n8n at '${url}'. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the full address under which n8n can be reached from the internet, beginning with https://, restart n8n and try again.`;
}

export function oldAddressStays(url: string): string {
	return `The account's webhook was left registered, since its address is not this trigger's any more: n8n has moved, or the workflow is a copy. To take it over, turn on 'Replace Existing Webhook' and publish; to remove it, use the Enterprise Assessment node (Webhook: Delete). It leads to '${url}'.`;
}
